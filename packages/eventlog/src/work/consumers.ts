/**
 * Which consumer reacts to which event types: for the types of the handlers, and for the tables `consumers` and
 * `consumer_events`, which relays and workers read. The program of the migrations adds to them what is new here; what is taken
 * away needs a migration that deletes it.
 */

import { notifiedEvents } from '@jaanch/messages/kinds'
import type { EventType } from '../events/registry.ts'

export const consumers = {
  orders: ['BookingPlaced', 'OrderProposed', 'RecollectionProposed'],
  /** Changes the status of a prescription when its order changes */
  prescriptions: ['OrderProposed', 'OrderConfirmed', 'OrderDeclined', 'BookingCancelled'],
  /** Renders the PDF of reports that were submitted as values */
  reports: ['ReportSubmitted'],
  /** Enqueues e-mails and SMS */
  notifications: [...new Set(Object.values(notifiedEvents).flat())],
  /** Sets the timers of fasting reminders */
  reminders: ['BookingPlaced', 'OrderConfirmed', 'BookingRescheduled'],
  /** Assigns labs where this is switched on */
  assignment: ['BookingPlaced', 'OrderConfirmed', 'LabDeclined'],
  /** Stores what was told about reports, and when they came; nothing of cancelled bookings */
  promises: ['SampleCollectionStarted', 'BookingCompleted', 'ReportReleased', 'BookingCancelled'],
  /** Offers that rejected samples are collected again, or the money back; completes what is complete with that, and cancels what is paid back */
  recollections: [
    'TubesRejected',
    'RecollectionWithdrawn',
    'OrderDeclined',
    'BookingCancelled',
    'BookingCompleted',
    'RefundSettled',
    'ReportSubmitted',
    'ReportReleased',
    'ReportReturned',
  ],
  /** Sets the timers of the reminders about critical values */
  critical: ['CriticalValueFound'],
} as const satisfies Record<string, readonly EventType[]>

export type ConsumerName = keyof typeof consumers

/** Where a new consumer begins: with the first event of the log, or with the first one after it was added. */
export const beginnings: Readonly<Record<ConsumerName, 'beginning' | 'head'>> = {
  orders: 'beginning',
  prescriptions: 'beginning',
  reports: 'beginning',
  // so that history sends no messages, and assigns no lab
  notifications: 'head',
  reminders: 'head',
  assignment: 'head',
  promises: 'head',
  recollections: 'head',
  critical: 'head',
}

/** @returns the names of the consumers of an event type */
export function consumersOf(type: EventType): ConsumerName[] {
  return (Object.keys(consumers) as ConsumerName[]).filter((name) => handles(name, type))
}

/** Whether the workers of this code react to events of a type for a consumer; both may be of a newer release. */
export function handles(consumer: string, type: string): boolean {
  if (!Object.hasOwn(consumers, consumer)) return false
  return (consumers[consumer as ConsumerName] as readonly string[]).includes(type)
}
