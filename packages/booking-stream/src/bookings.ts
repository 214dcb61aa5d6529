import type { BookingSummary } from '@jaanch/booking/booking'
import { collectBy, collectedAt } from '@jaanch/booking/rules'
import type { RowTable } from '@jaanch/eventlog/read-generations'

const bookingsTable = {
  name: 'bookings',
  key: ['id'],
  columns: ['id', 'data', 'created_at', 'collect_by', 'collected_at'],
}

/** An upsert would compute the generated columns of an existing row twice. */
export const newBookingsTable: RowTable = { ...bookingsTable, write: 'insert' }
export const changedBookingsTable: RowTable = { ...bookingsTable, write: 'update' }

export function rowOfBooking(booking: BookingSummary) {
  return {
    id: booking.bookingId,
    data: booking,
    created_at: booking.createdAt,
    collect_by: collectBy(booking),
    collected_at: collectedAt(booking),
  }
}

export type BookingRemoval = { booking_id: string; lab_partner_id: string; position: number }

export const bookingRemovalsTable: RowTable = {
  name: 'booking_removals',
  write: 'upsert',
  key: ['booking_id', 'lab_partner_id'],
  columns: ['booking_id', 'lab_partner_id', 'position'],
}

export const removalKey = ({ booking_id, lab_partner_id }: BookingRemoval) =>
  `${booking_id} ${lab_partner_id}`

/** The lab that lost the booking because another lab got it, with the position of that event. */
export function removalOf(
  before: BookingSummary | undefined,
  after: BookingSummary,
): BookingRemoval | undefined {
  const lab = before?.labPartnerId
  if (!lab || lab === after.labPartnerId) return undefined
  return { booking_id: after.bookingId, lab_partner_id: lab, position: after.position }
}
