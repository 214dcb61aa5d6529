import { useEffect } from 'react'
import { testsText, whenText } from '@/components/booking/texts'
import { isNewBooking, watchNewBookings } from '@/features/booking/lab/unseen-bookings'
import { prescriptionStatusStyles } from '@/features/booking/send-prescription/status'
import { bookingStatusStyles } from '@/features/booking/visit/status'
import { live, onStatusChange } from '@/lib/cache/live-cache'
import { whenAnswered } from '@/lib/cache/swr-config'
import { countText } from '@/lib/format/numbers'
import { readToken } from '@/lib/http/token'
import type { StatusChange } from '@/lib/live/live-store'
import { loadPart } from '@/lib/parts/load-part'
import { useSession } from '@/lib/session/session-context'
import { announce } from '@/ui/announcer'
import { whenPageShown } from './page'

/** The connection waits this long for the answers to the page's own requests, so that a hanging one does not hold up live updates, ms */
const longestWaitMs = 3_000

/** One connection per session, opened after signing in and closed after signing out. */
export function LiveConnection() {
  const { state, recheck } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const isLab = state.status === 'signed-in' && state.user.role === 'lab-partner'

  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let unmounted = false
    async function open(): Promise<void> {
      // The page's own requests go first. The catch-up begins at the oldest of their answers: one that arrived later would lack
      // what happened before the connection, and the page would ask for it again.
      await whenPageShown()
      await whenAnswered(longestWaitMs)
      if (unmounted) return
      // Loaded here, because visitors do not need socket.io (13 kB gzip).
      const { connect } = await loadPart(() => import('@/lib/live/connect'))
      if (!unmounted) close = connect(live, { token: readToken, recheck })
    }
    void open()
    return () => {
      unmounted = true
      close?.()
    }
  }, [userId, recheck])

  useEffect(() => (isLab ? watchNewBookings() : undefined), [isLab])

  useEffect(() => {
    addEventListener('online', live.retryFailed)
    return () => removeEventListener('online', live.retryFailed)
  }, [])

  useEffect(() => {
    const announcer = createStatusAnnouncer(announce)
    const stopListening = onStatusChange(announcer.onStatusChange)
    return () => {
      stopListening()
      announcer.stop()
    }
  }, [])
  return null
}

/** A screen reader can't read out the 200 changes a second that an admin can receive. */
export const announceIntervalMs = 4_000

/**
 * Announces status changes of bookings and prescriptions to screen readers: the first one at once, the following ones together in
 * one sentence, at most every `announceIntervalMs`.
 */
export function createStatusAnnouncer(announce: (sentence: string) => void) {
  const waiting = new Map<string, StatusChange>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function announceWaiting(): void {
    if (waiting.size === 0) {
      timer = undefined
      return
    }
    announce(sentenceOf([...waiting.values()]))
    waiting.clear()
    timer = setTimeout(announceWaiting, announceIntervalMs)
  }

  return {
    onStatusChange({ before, after }: StatusChange): void {
      if ('labName' in after) return
      const earlier = waiting.get(after.id)
      waiting.set(after.id, { before: earlier ? earlier.before : before, after })
      if (timer === undefined) announceWaiting()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      waiting.clear()
    },
  }
}

function sentenceOf(changes: readonly StatusChange[]): string {
  const [first] = changes
  if (first && changes.length === 1) return sentenceOfOne(first)
  const bookings = changes.filter(({ after }) => 'packageName' in after)
  const added = bookings.filter(isNewBooking).length
  return [
    counted(added, 'new booking'),
    counted(bookings.length - added, 'booking', ' moved on'),
    counted(changes.length - bookings.length, 'prescription', ' moved on'),
  ]
    .filter(Boolean)
    .join(', ')
}

function counted(count: number, noun: string, suffix = ''): string {
  return count === 0 ? '' : `${countText(count)} ${noun}${count === 1 ? '' : 's'}${suffix}`
}

function sentenceOfOne(change: StatusChange): string {
  const { after } = change
  if ('originalFileName' in after) {
    return `Prescription ${after.originalFileName}: ${prescriptionStatusStyles[after.status].label}`
  }
  if (!('packageName' in after)) return ''
  const isMove = change.before !== undefined && change.before.status === after.status
  if (isMove) return `${testsText(after)} was moved to ${whenText(after)}`
  const { label } = bookingStatusStyles[after.status]
  return isNewBooking(change)
    ? `New booking: ${testsText(after)}, ${label}`
    : `${testsText(after)} is now: ${label}`
}
