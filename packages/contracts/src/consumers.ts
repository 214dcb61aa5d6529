/**
 * Which consumer reacts to which event types. The API's relay reads this to write work rows, the workers to handle them.
 * `from` is the position at which a new consumer begins: the beginning of the log, or its head.
 */
import type { EventType } from './events/registry.ts'

export const consumers = {
  orders: { events: ['BookingPlaced', 'OrderProposed'], from: 'beginning' },
  /** Changes the status of a prescription when its order changes */
  prescriptions: {
    events: ['OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'BookingCancelled'],
    from: 'beginning',
  },
  /** Renders the PDF of reports that were submitted as values */
  reports: { events: ['ReportSubmitted'], from: 'beginning' },
  /** Enqueues e-mails and SMS; begins at the head, so that history sends no messages */
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
  /** Sets the timers of fasting reminders */
  reminders: { events: ['BookingPlaced', 'OrderConfirmed'], from: 'head' },
} as const satisfies Record<string, { events: readonly EventType[]; from: 'beginning' | 'head' }>

export type ConsumerName = keyof typeof consumers

/** @returns the names of the consumers of an event type */
export function consumersOf(type: EventType): ConsumerName[] {
  return (Object.keys(consumers) as ConsumerName[]).filter((name) =>
    (consumers[name].events as readonly EventType[]).includes(type),
  )
}
