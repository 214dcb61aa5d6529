import type { NotificationView } from '@jaanch/messages/api'
import { createStore } from '../store'

type Row = Pick<NotificationView, 'id' | 'position'>

/** The answer with the number of unread notifications, and after how many recorded marks it was requested */
export type UnreadCount = { unread: number; marksBefore?: number }

export type ReadMark = {
  covers: (row: Row) => boolean
  /** The number of unread notifications that it covered when it was made */
  count: number
  /** The number of recorded marks with this one; undefined while the server has not confirmed it */
  recordedAs: number | undefined
}

/**
 * The notifications that this client has marked as read. Marks are not in the log: an answer that was requested earlier, or a message,
 * shows a marked notification as unread, at any position. So marks are applied to what is shown and never to what is cached, and one
 * whose call failed is taken back without losing what arrived meanwhile.
 */
export function createReadMarks() {
  const marks = createStore<readonly ReadMark[]>([])
  let recorded = 0

  const isMarked = (row: Row) => marks.get().some((mark) => mark.covers(row))

  return {
    /** Shows these as read at once. @param count the number of unread ones among them */
    add(covers: ReadMark['covers'], count: number): ReadMark {
      const mark: ReadMark = { covers, count, recordedAs: undefined }
      marks.set([...marks.get(), mark])
      return mark
    },
    /** The server has the mark: what is requested from now on contains it. */
    confirm(mark: ReadMark): void {
      recorded += 1
      const confirmed = { ...mark, recordedAs: recorded }
      marks.set(marks.get().map((each) => (each === mark ? confirmed : each)))
    },
    takeBack: (mark: ReadMark) => marks.set(marks.get().filter((each) => each !== mark)),
    clear: () => marks.set([]),

    isMarked,
    shown: (rows: readonly NotificationView[]) =>
      rows.map((row) => (row.read || !isMarked(row) ? row : { ...row, read: true })),
    /** @returns the number of unread notifications without those that are marked and that the answer may still count */
    unread({ unread, marksBefore = 0 }: UnreadCount): number {
      const uncounted = marks
        .get()
        .filter(({ recordedAs = Number.POSITIVE_INFINITY }) => recordedAs > marksBefore)
      return Math.max(0, unread - uncounted.reduce((sum, { count }) => sum + count, 0))
    },
    /** To be asked before a request for the number: `marksBefore` of its answer */
    recorded: () => recorded,

    /** Another value after each change */
    marks,
  }
}
