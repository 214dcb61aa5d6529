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
