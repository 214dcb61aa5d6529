/** While a lab works for a person: how long it sees whom, where and what for. The API decides by these rules, the client asks less. */

import { collectionClosedText } from '@jaanch/contracts/refusal-texts'
import type { BookingSummary } from './booking.ts'

const day = 24 * 60 * 60 * 1_000
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
