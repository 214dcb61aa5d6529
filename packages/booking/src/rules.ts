/** Pure rules of bookings, which the client shares: times, deadlines, fasting, payment, and how long a lab sees a person. */

import { hasBegun, istDate, istMinutes, slotStart } from '@jaanch/contracts/calendar'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { collectionClosedText } from '@jaanch/contracts/refusal-texts'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import type { Booking, BookingSummary, OrderedBooking } from './booking.ts'

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

/** The fields that decide how much can be paid; sums in one unit of money */
type Money = Pick<Booking, 'paymentStatus'> & { final: number; refund: Refund | null }
type Refund = { amount: number; isSettled: boolean }

/**
 * Nobody knows what was paid of a booking while its refund is due: whoever settles that asks the customer. From then on, the tests that
 * are not made are not paid.
 * @returns why no payment can be recorded; undefined if it can
 */
export function whyNotPayable({ paymentStatus, final, refund }: Money): ErrorCode | undefined {
  if (paymentStatus === 'paid') return 'already-paid'
  if (refund?.isSettled === false) return 'refund-due'
  return refund && refund.amount >= final ? 'nothing-to-pay' : undefined
}

/** @returns what is recorded as the payment */
export function payable({ final, refund }: Pick<Money, 'final' | 'refund'>): number {
  return final - (refund?.amount ?? 0)
}

const firstMinute = 6 * 60
const slotMinutes = 120

type Schedule = Pick<OrderedBooking, 'collectionType' | 'scheduledDate' | 'scheduledTime'>

/**
 * An instant collection has neither date nor time. A scheduled one has a date (YYYY-MM-DD in India) that is not past, and
 * one of the offered times that has not begun.
 * @returns why the schedule is refused, or undefined
 */
export function refusalOfSchedule(
  { collectionType, scheduledDate: date, scheduledTime: time }: Schedule,
  offeredTimes: readonly string[],
  now: Date,
): ErrorCode | undefined {
  if (collectionType === 'instant') return date === null && time === null ? undefined : 'invalid'
  if (date === null || time === null || !offeredTimes.includes(time)) return 'invalid'
  if (date < istDate(now)) return 'date-past'
  if (hasBegun(date, time, now)) return 'slot-begun'
  return undefined
}

/**
 * The slots in which an instant visit may take a place: that in which now + 2 h lies, then that of now + 4 h, if they are slots of
 * today. Slots: `slotNumber`.
 */
export function instantSlots(now: Date): { date: string; slot: number }[] {
  const today = istDate(now)
  return [2, 4].flatMap((hours) => {
    const at = new Date(now.getTime() + hours * hour)
    const slot = Math.floor((istMinutes(at) - firstMinute) / slotMinutes) + 1
    return istDate(at) === today && slot >= 1 && slot <= timeSlots.length ? [{ date: today, slot }] : []
  })
}

const day = 24 * hour
const afterReport = 7 * day
const afterCollection = 30 * day
const afterLastVersion = 30 * day

type Dated = Pick<BookingSummary, 'status' | 'timeline' | 'createdAt' | 'scheduledDate' | 'reportReleasedAt'>

/**
 * Whether the booking's lab sees name, relationship, instructions and the details of the collection: from its confirmation until
 * seven days after the report's release, and 30 days after the collection at most. A collection that did not take place counts
 * from the day that it was meant for. An order that its customer confirmed, and a confirmed booking that gets another lab, are
 * open at once: nothing is left for the lab to confirm.
 * @returns why they are not shown; undefined if they are
 */
export function whyCollectionClosed(booking: Dated, now: Date): string | undefined {
  switch (booking.status) {
    case 'pending':
      return 'The details are shown as soon as you have confirmed the booking.'
    case 'pending_customer_confirmation':
      return 'The details are shown as soon as the customer has confirmed the order.'
    case 'cancelled':
      return 'The booking is cancelled: the details are not shown any more.'
    default:
      return now.getTime() >= endOf(booking) ? collectionClosedText : undefined
  }
}

/**
 * Whether a booking's lab exchanges messages with the customer: from its assignment until it no longer sees them.
 * @returns why it does not; undefined if it does
 */
export function whyMessagesClosed(booking: Dated, now: Date): string | undefined {
  const { status } = booking
  if (status === 'pending' || status === 'pending_customer_confirmation') return undefined
  return whyCollectionClosed(booking, now)
}

function endOf({ timeline, scheduledDate, createdAt, reportReleasedAt }: Dated): number {
  const begun = timeline.find(({ status }) => status === 'sample-collection')?.at
  const collection = Date.parse(begun ?? scheduledDate ?? createdAt) + afterCollection
  if (reportReleasedAt === null) return collection
  return Math.min(collection, Date.parse(reportReleasedAt) + afterReport)
}

/** @returns a booking's lab sees its reports if the last version was released after this instant: for 30 days */
export function reportsOpenSince(now: Date): Date {
  return new Date(now.getTime() - afterLastVersion)
}

/** The hours of a test that requires fasting without a number: the longer of the 8 to 12 that the specification names (section 3). */
export const usualFastingHours = 12

/**
 * Until when somebody may eat before a visit: the slot's begin minus the fasting time.
 * @param date YYYY-MM-DD in India @param slot `10:00-12:00`, or a time `09:00` @param fastingHours of the strictest test; 0: required
 * without a number of hours
 */
export function lastMealAt(date: string, slot: string, fastingHours: number): Date {
  return new Date(slotStart(date, slot).getTime() - (fastingHours || usualFastingHours) * hour)
}

/** @returns the hours of the strictest test; 0 if that requires fasting without a number of hours; null if none requires it */
export function strictestFast(
  tests: readonly { fastingRequired: boolean; fastingHours: number | null }[],
): number | null {
  return strictestHours(
    tests.map(({ fastingRequired, fastingHours }) => (fastingRequired ? (fastingHours ?? 0) : null)),
  )
}

/** @param hours of tests or people, as above @returns those of the strictest */
export function strictestHours(hours: readonly (number | null | undefined)[]): number | null {
  return hours.reduce<number | null>((most, each) => {
    if (each === null || each === undefined) return most
    return most === null || (each || usualFastingHours) > (most || usualFastingHours) ? each : most
  }, null)
}

/**
 * People whom a long fast may harm (low blood sugar, medicines that are taken with food), and its hours. Our caution, no clinical rule:
 * guidelines of fasting samples (EFLM: Simundic et al., Clin Chim Acta 2014;432:33) ask for 12 hours and blood drawn from 7 to 9 am,
 * for adults.
 */
const childUnder = 12
const elderlyOver = 65
const longHours = 10
const lateFrom = '10:00'

/** 'hours': the test asks for more than ten; 'late': the visit begins at 10:00 or later, most hours after waking up */
type LongFast = 'hours' | 'late'

/**
 * @param age whole years on the day of the visit; null: not known
 * @param fastingHours of the strictest test of this person; 0: required without a number; null: not required
 * @param slot `10:00-12:00`; '' before one is chosen
 * @returns why a child or a person over 65 should be careful; undefined for everybody else
 */
export function longFastOf(
  age: number | null,
  fastingHours: number | null,
  slot: string,
): LongFast | undefined {
  if (age === null || fastingHours === null || (age >= childUnder && age <= elderlyOver)) return undefined
  if ((fastingHours || usualFastingHours) > longHours) return 'hours'
  return slot !== '' && slot >= lateFrom ? 'late' : undefined
}
