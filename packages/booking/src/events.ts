import { custodyEvents } from '@jaanch/collection/custody/events'
import { recollectionEvents } from '@jaanch/collection/recollections/recollection'
import type { EventOf } from '@jaanch/contracts/event'
import { criticalEvents } from '@jaanch/report/critical/critical-call'
import { reportEvents } from '@jaanch/report/report'
import { assignmentEvents } from './assignment/assignment.ts'
import { messageEvents } from './messages/message.ts'
import { orderEvents } from './order.ts'
import { paymentEvents } from './payment.ts'
import { progressEvents } from './progress.ts'
import { reviewEvents } from './review.ts'
import { scheduleEvents } from './visit/schedule.ts'

/** All events of the stream of a booking */
export const bookingEvents = {
  ...orderEvents,
  ...assignmentEvents,
  ...scheduleEvents,
  ...progressEvents,
  ...paymentEvents,
  ...reviewEvents,
  ...messageEvents,
  ...custodyEvents,
  ...recollectionEvents,
  ...reportEvents,
  ...criticalEvents,
}

export type BookingEvent = EventOf<typeof bookingEvents>

declare module '@jaanch/eventlog/events' {
  interface StreamEvents {
    booking: BookingEvent
  }
}
