import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Decider } from '../decider.ts'
import type { BookingCommand } from './commands.ts'
import { decide } from './decide.ts'
import { type BookingState, evolve, noBooking } from './evolve.ts'

export const bookingDecider: Decider<BookingState, BookingCommand, BookingEvent, 'booking'> = {
  kind: 'booking',
  initial: noBooking,
  decide,
  evolve,
}
