import type { Booking } from '@jaanch/contracts/booking'

export type BookingState = { status: 'none' } | Booking

export const noBooking: BookingState = { status: 'none' }
