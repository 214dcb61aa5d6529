import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { Call } from '@jaanch/tests/simulate/api-client'

const booking = /^\/api\/(?:admin\/)?bookings\/([0-9a-f-]{36})(?:\/(assign-lab|confirm|decline|payment))?$/

/** @returns the id of the booking that the call moves by a step; undefined if it is another call */
export function movedBooking({ method, path }: Call): string | undefined {
  return method === 'GET' ? undefined : booking.exec(path)?.[1]
}

/** Whether the booking shows what the move asked for: an earlier attempt of it was executed, and its answer was lost. */
export function isMoved({ path, body }: Call, found: BookingView): boolean {
  const { status, labPartnerId } = (body ?? {}) as { status?: string; labPartnerId?: string }
  const reached = (expected: string | undefined) => found.timeline.some((step) => step.status === expected)
  switch (booking.exec(path)?.[2]) {
    case 'assign-lab':
      return found.labPartnerId === labPartnerId
    case 'confirm':
      return reached('confirmed')
    case 'decline':
      return reached('cancelled')
    case 'payment':
      return found.paymentStatus === 'paid'
    default:
      return reached(status)
  }
}
