import type { BookingSummary } from '@jaanch/contracts/booking'
import type { Context } from '../../context.ts'
import { bookings } from './command-booking.ts'
import { visitMembers } from './visit-members.ts'

/** @returns the booking first, then the others of its visit, cancelled ones among them, from their streams */
export async function loadVisit(
  context: Pick<Context, 'logDb'>,
  booking: BookingSummary,
): Promise<[BookingSummary, ...BookingSummary[]]> {
  const ids = await visitMembers(context, booking)
  const others = await Promise.all(
    ids.filter((id) => id !== booking.bookingId).map((id) => bookings.load(context.logDb, id)),
  )
  // somebody who was moved alone is no longer of the visit
  return [booking, ...others.flatMap((other) => (other?.visitId === booking.visitId ? [other] : []))]
}
