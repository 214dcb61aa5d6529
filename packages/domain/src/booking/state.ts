import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingStatus, CancellationReason, PaymentStatus } from '@jaanch/contracts/vocabulary'

export type PlacedData = Extract<BookingEvent, { type: 'BookingPlaced' }>['data']

/** The ordered packages and the current state. Amounts in paise. */
export type Booking = PlacedData & {
  status: BookingStatus
  paymentStatus: PaymentStatus
  labPartnerId: string | null
  orderNumber: string | null
  /** The released report with the highest version */
  report: { id: string; version: number } | null
  /** Reason of the cancellation; null if it is not cancelled */
  cancellationReason: CancellationReason | null
}

export type BookingState = { status: 'none' } | Booking

export const noBooking: BookingState = { status: 'none' }
