import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { nextStatus } from '@/components/booking/status'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { markSeen } from '@/lib/unseen-bookings'
import { advanceStatus } from './texts'

/** Moves a booking to its next status. The request names that status, so the API rejects it if this page is stale. */
export function useAdvanceStatus(booking: BookingView) {
  const next = nextStatus(booking.status)
  const { run, busy } = useCommand({
    ...advanceStatus,
    send: (status: BookingStatus) => changeBookingStatus(booking.id, status),
    done: () => markSeen(booking.id),
  })
  return { hasNext: next !== undefined, updating: busy, advance: () => next && void run(next) }
}
