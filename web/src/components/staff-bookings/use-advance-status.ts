import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { useRef } from 'react'
import { nextStatus } from '@/components/booking/status'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { markSeen } from '@/lib/unseen-bookings'

/** A press so soon after a step is a double press, not the wish for the step after it, ms */
const settleMs = 800

/**
 * Moves a booking to its next status, once however often it is pressed. The request names that status, so the API rejects it if this
 * page is stale.
 * @param texts the specified toasts of the screen
 */
export function useAdvanceStatus(booking: BookingView, texts: { succeeded: string; failed: string }) {
  const next = nextStatus(booking.status)
  const settledAt = useRef(0)
  const { run, busy } = useCommand({
    ...texts,
    send: (status: BookingStatus) => changeBookingStatus(booking.id, status),
    done() {
      settledAt.current = Date.now()
      markSeen(booking.id)
    },
  })

  function advance() {
    if (next && !busy && Date.now() - settledAt.current > settleMs) void run(next)
  }

  return { next, busy, advance }
}
