/**
 * Who must do something after which events. The API's relay reads this to leave work, the workers to take it.
 * `from` says where a consumer begins when it is new: at the first event ever, or at those that are still to come.
 */
import type { EventType } from './events/registry.ts'
import type { Channel } from './notification-kinds.ts'

export const consumers = {
  orders: { events: ['BookingPlaced', 'OrderProposed'], from: 'beginning' },
  /** Moves a prescription along with what becomes of its order */
  prescriptions: {
    events: ['OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'BookingCancelled'],
    from: 'beginning',
  },
  /** Prints the reports whose results came as values */
  reports: { events: ['ReportSubmitted'], from: 'beginning' },
  /** Tells people by e-mail and SMS; of what is history nobody is told */
  notifications: {
    events: [
      'BookingPlaced',
      'OrderProposed',
      'OrderConfirmed',
      'OrderDeclined',
      'LabAssigned',
      'BookingConfirmed',
      'SampleCollectionStarted',
      'LabProcessingStarted',
      'ReportReleased',
      'BookingCancelled',
      'FastingReminderDue',
      'LabApplied',
      'LabApproved',
      'LabRejected',
    ],
    from: 'head',
  },
  /** Sets the timers of the evening before */
  reminders: { events: ['BookingPlaced', 'OrderConfirmed'], from: 'head' },
} as const satisfies Record<string, { events: readonly EventType[]; from: 'beginning' | 'head' }>

export type ConsumerName = keyof typeof consumers

/** The queue on which the doorbell rings. A job says that there is work and never what it is about. */
export const doorbellQueue = 'doorbell'
export type Doorbell = { consumer: ConsumerName; streamId: string }

/** The queue on which intents ring to be sent. A job says which one and never what it says to whom. */
export const deliveryQueue = 'delivery'
export type Delivery = { intentId: string; channel: Channel }

/** The queue whose delayed jobs ring for timers. */
export const timerQueue = 'timers'
export type TimerRing = { timerId: string }

/** @returns the names of the consumers of an event type */
export function consumersOf(type: EventType): ConsumerName[] {
  return (Object.keys(consumers) as ConsumerName[]).filter((name) =>
    (consumers[name].events as readonly EventType[]).includes(type),
  )
}
