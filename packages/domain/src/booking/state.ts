import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingStatus, CancellationReason, PaymentStatus } from '@jaanch/contracts/vocabulary'

export type PlacedData = Extract<BookingEvent, { type: 'BookingPlaced' }>['data']

/** What was ordered, and what has become of it. Amounts in paise. */
export type Booking = PlacedData & {
  status: BookingStatus
  paymentStatus: PaymentStatus
  labPartnerId: string | null
  orderNumber: string | null
  /** The released one of the highest version */
  report: { id: string; version: number } | null
  /** Why it was cancelled; null while it is not */
  cancellationReason: CancellationReason | null
}

export type BookingState = { status: 'none' } | Booking

export const noBooking: BookingState = { status: 'none' }
