/** Deadlines of a booking. A booking that misses one needs an admin's attention. */

import { slotStart } from '@jaanch/contracts/calendar'
import type { BookingSummary } from './booking.ts'

const hour = 3_600_000

/** An instant collection happens within 2 to 4 hours (specification, section 9). */
const instantWithin = 4 * hour
/** Longest time without a lab, ms */
export const unassignedWithin = 1 * hour
/** Reports are promised within 24 to 48 hours (specification, section 1), unless the package specifies a longer time. */
export const reportWithinHours = { least: 24, usually: 48 } as const

/** @returns the end of a booking's slot, or of the four hours of an instant collection */
export function collectBy(
  booking: Pick<BookingSummary, 'collectionType' | 'scheduledDate' | 'scheduledTime' | 'createdAt'>,
): Date {
  const { scheduledDate: date, scheduledTime: time, createdAt } = booking
  if (booking.collectionType === 'instant' || date === null || time === null) {
    return new Date(Date.parse(createdAt) + instantWithin)
  }
  const [from = time, to] = time.split('-')
  // an order from a prescription has a time instead of a slot: it gets a slot of the usual length
  return to ? slotStart(date, to) : new Date(slotStart(date, from).getTime() + 2 * hour)
}

/** An order that its customer does not answer keeps its place so long, ms: long enough for somebody who reads mails every other day */
const proposalKept = 48 * hour

/** @returns until when an order that its customer does not answer keeps its place: 48 hours, at most until its time begins */
export function proposalKeptUntil(
  { scheduledDate: date, scheduledTime: time }: Pick<BookingSummary, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): Date {
  const begin =
    date !== null && time !== null ? slotStart(date, time).getTime() : now.getTime() + instantWithin
  return new Date(Math.min(begin, now.getTime() + proposalKept))
}

/** A customer can move a visit until then before it begins, ms */
const moveBefore = 2 * hour

/** Whether a customer can no longer move a visit. An instant one can be moved until the collection, which its status shows. */
export function isTooLateToMove(
  { scheduledDate: date, scheduledTime: time }: Pick<BookingSummary, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): boolean {
  return date !== null && time !== null && slotStart(date, time).getTime() - now.getTime() < moveBefore
}

/** @returns when the collection of the sample began; null if it has not */
export function collectedAt({ timeline }: Pick<BookingSummary, 'timeline'>): string | null {
  return timeline.find(({ status }) => status === 'sample-collection')?.at ?? null
}
