/** The consumers and timers of bookings and prescriptions. Their handlers are in reactions.ts. */
import { declareConsumer } from '@jaanch/eventlog/work/consumers'
import { notifiedEvents } from './notifications/kinds.ts'

/** Gives bookings their order numbers */
export const ordersConsumer = declareConsumer({
  name: 'orders',
  types: ['BookingPlaced', 'OrderProposed', 'RecollectionProposed'],
  beginsAt: 'beginning',
})

/** Changes the status of a prescription when its order changes */
export const prescriptionsConsumer = declareConsumer({
  name: 'prescriptions',
  types: ['OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'BookingCancelled'],
  beginsAt: 'beginning',
})

/** Enqueues e-mails and SMS. History sends none */
export const notificationsConsumer = declareConsumer({
  name: 'notifications',
  types: [...new Set(Object.values(notifiedEvents).flat())],
  beginsAt: 'head',
})

/** Sets the timers of fasting reminders */
export const remindersConsumer = declareConsumer({
  name: 'reminders',
  types: ['BookingPlaced', 'OrderConfirmed', 'BookingRescheduled'],
  beginsAt: 'head',
})

/** Assigns labs where this is switched on, and none to bookings of the past */
export const assignmentConsumer = declareConsumer({
  name: 'assignment',
  types: ['BookingPlaced', 'OrderConfirmed', 'LabDeclined'],
  beginsAt: 'head',
})

export const bookingConsumers = [
  ordersConsumer,
  prescriptionsConsumer,
  notificationsConsumer,
  remindersConsumer,
  assignmentConsumer,
]

export const fastingTimer = { kind: 'fasting-reminder' }

/** One for each visit */
export const assignmentTimer = { kind: 'assignment' }

export const bookingTimers = [fastingTimer, assignmentTimer]
