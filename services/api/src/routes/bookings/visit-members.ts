import type { BookingSummary } from '@jaanch/contracts/booking'
import type { Context } from '../../context.ts'

/**
 * The bookings that are collected in the same visit, whatever their status.
 * @returns the ids, that of the booking itself among them, always in the same order: who writes several streams of a visit names them
 * in this order
 */
export async function visitMembers(
  { logDb }: Pick<Context, 'logDb'>,
  { bookingId, visitId }: Pick<BookingSummary, 'bookingId' | 'visitId'>,
): Promise<string[]> {
  if (visitId === null) return [bookingId]
  const { rows } = await logDb.query<{ id: string }>({
    name: 'visit-members',
    text: 'select booking_id as id from booking_details where visit_id = $1 or booking_id = $2 order by booking_id',
    values: [visitId, bookingId],
  })
  return rows.map(({ id }) => id)
}
