import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingRow } from './booking-details.ts'

/** The row of an append that ends a booking: its visit needs no place for it any more. */
export function releasePlace(booking: BookingSummary | undefined): BookingRow | undefined {
  // a visit of a lab may have been counted when the lab declared something, which its events do not say
  if (!booking?.place && !booking?.labPartnerId) return undefined
  return { place: { do: 'release', visit: booking.visitId ?? booking.bookingId, bookings: 1 } }
}
