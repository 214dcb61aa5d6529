import type { NotificationView } from '@jaanch/contracts/http/notifications'
import type { ApiResponse } from '../http/call'
import { applyChange } from './apply-change'
import type { Change, LiveRow } from './change'
import { createProgress } from './progress'
import { createRecentChanges } from './recent-changes'
import { type Shape, shapeOf } from './shape'

/** The cache that the screens show. */
export type Cache = {
  read(key: string): unknown
  write(key: string, data: unknown): void
  /** An answer is on its way: what was written and is not shown yet must not come over it */
  drop(key: string): void
  /** Fetch again now if a screen shows it, else when one next does */
  refresh(key: string): void
  refreshAll(): void
}

/** What has a status. */
type RowWithStatus = Exclude<LiveRow, NotificationView>

/** A booking that was shown, or entered, with another status than before. */
export type StatusChange = { before: RowWithStatus | undefined; after: RowWithStatus }

const refreshDelay = 300
/** More arrivals than this on top of a list, and it is fetched anew rather than left to grow. */
const mostArrivals = 1_000

/**
 * Keeps every cached list true to the log. Three roads lead in: answers to GETs (`track`), messages of the
 * gateway (`receive`) and the rows that our own writes answer with (`wrote`); they may arrive in any order.
 * A list whose GET is under way is not patched (SWR would throw its answer away): the answer is mended from
 * the journal when it comes.
 */
export function createLiveStore(cache: Cache, notify: (moved: StatusChange) => void = () => {}) {
  const journal = createRecentChanges()
  const progress = createProgress()
  type List = { shape: Shape & { of: 'rows' }; partial: boolean; loaded: number }
  const lists = new Map<string, List>()
  const counts = new Map<string, Change['kind']>()
  /** Answers that do not say where in the log they stand: after a connection was lost, they are fetched again */
  const unplaced = new Set<string>()
  const flights = new Map<string, number>()
  const delayed = new Map<string, ReturnType<typeof setTimeout>>()
  let generation = 0
  let seen = 0

  function refreshSoon(key: string): void {
    if (delayed.has(key)) return
    const timer = setTimeout(() => {
      delayed.delete(key)
      cache.refresh(key)
    }, refreshDelay)
    delayed.set(key, timer)
  }

  function patch(key: string, change: Change): LiveRow | undefined {
    const list = lists.get(key)
    if (!list || list.shape.kind !== change.kind || flights.has(key)) return undefined
    const rows = cache.read(key) as readonly LiveRow[] | undefined
    if (!rows) return undefined
    const rule = { belongs: list.shape.belongs, partial: list.partial }
    const next = applyChange(rows, change, rule)
    if (next !== rows) cache.write(key, next)
    if (list.partial && next.length > list.loaded + mostArrivals) refreshSoon(key)
    return rows.find((row) => row.id === change.id)
  }

  function take(change: Change): void {
    if (!journal.accept(change)) return
    let before: LiveRow | undefined
    for (const key of lists.keys()) before = patch(key, change) ?? before
    if (!change.row || change.kind === 'notification') return
    const known = before as RowWithStatus | undefined
    const older = !known || known.position < change.position
    if (older && known?.status !== change.row.status) notify({ before: known, after: change.row })
  }

  function recount(change: Change): void {
    for (const [key, kind] of counts) if (kind === change.kind) refreshSoon(key)
  }

  function admit(key: string, shape: Shape, { data, position, next }: ApiResponse<unknown>): unknown {
    const at = position ?? 0
    if (position === undefined) unplaced.add(key)
    const behind = position !== undefined && (progress.answered(key, at) || at < journal.forgotten())
    if (shape.of === 'counts') {
      counts.set(key, shape.kind)
      if (position !== undefined && at < seen) refreshSoon(key)
      return data
    }
    const rows = data as readonly LiveRow[]
    const partial = next !== undefined || rows.length >= shape.limit
    lists.set(key, { shape, partial, loaded: rows.length })
    if (behind) refreshSoon(key)
    return mend(rows, at, shape, partial)
  }

  /** Rows of an answer with all that was heard of them since. */
  function mend(rows: readonly LiveRow[], at: number, shape: Shape & { of: 'rows' }, partial: boolean) {
    return journal
      .since(at)
      .filter((change) => change.kind === shape.kind)
      .reduce((mended, change) => applyChange(mended, change, { belongs: shape.belongs, partial }), rows)
  }

  return {
    /** Wraps the GET behind a SWR key. @returns what the cache is to hold */
    async track<T>(key: string, load: () => Promise<ApiResponse<T>>): Promise<T> {
      const shape = shapeOf(key)
      if (!shape) return (await load()).data
      const begun = generation
      cache.drop(key)
      flights.set(key, (flights.get(key) ?? 0) + 1)
      let answer: ApiResponse<T> | undefined
      try {
        answer = await load()
      } finally {
        const others = (flights.get(key) ?? 1) - 1
        if (others) flights.set(key, others)
        else flights.delete(key)
        if (!answer) for (const change of journal.since(0)) patch(key, change)
      }
      if (begun === generation) return admit(key, shape, answer) as T
      refreshSoon(key)
      return answer.data
    },

    /** True for a list that messages change. */
    tracks: (key: string) => lists.has(key),

    /**
     * Puts the next page behind a list that `track` brought, mended like every answer.
     * @returns false when the list is being fetched anew: the page is no longer its next one
     */
    append<T>(key: string, { data, position, next }: ApiResponse<T>): boolean {
      const list = lists.get(key)
      const rows = cache.read(key) as readonly LiveRow[] | undefined
      if (!list || !rows || flights.has(key)) return false
      const at = position ?? 0
      if (progress.answered(pageOf(key), at) || at < journal.forgotten()) refreshSoon(key)
      progress.forget(pageOf(key))
      const known = new Set(rows.map(({ id }) => id))
      const page = mend(data as readonly LiveRow[], at, list.shape, next !== undefined)
      lists.set(key, { ...list, partial: next !== undefined, loaded: rows.length + page.length })
      cache.write(key, [...rows, ...page.filter(({ id }) => !known.has(id))])
      return true
    },

    /** A message of the gateway. */
    receive(change: Change): void {
      seen = Math.max(seen, change.position)
      take(change)
      progress.moved(change.position)
      recount(change)
    },

    /** The row that one of our own writes answered with: it shows at once, the message follows. */
    applyLocalWrite(change: Change): void {
      take(change)
      recount(change)
    },

    /** `after` for a connect that is about to be made. */
    asked: progress.asked,

    caughtUp(position: number): void {
      for (const key of [...progress.caughtUp(position), ...unplaced]) refreshSoon(key)
    },

    startOver(): void {
      forgetAll()
      progress.restart()
      cache.refreshAll()
    },

    /** Another person signs in, or nobody: nothing of the last one stays. */
    clear(): void {
      forgetAll()
      progress.restart()
      progress.asked()
    },
  }

  function forgetAll(): void {
    generation += 1
    seen = 0
    journal.clear()
    lists.clear()
    counts.clear()
    unplaced.clear()
    for (const timer of delayed.values()) clearTimeout(timer)
    delayed.clear()
  }
}

const pageOf = (key: string) => `${key} next page`

export type LiveStore = ReturnType<typeof createLiveStore>
