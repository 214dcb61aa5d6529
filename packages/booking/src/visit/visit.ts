import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { VisitToAssign } from '../assignment/rank-labs.ts'
import type { Booking, BookingSummary, Place } from '../booking.ts'
import { instantSlots, whyNotPayable } from '../rules.ts'

/** One collection at one address at one time: a booking for each person, with the same `visitId`. */
export type Visit<Member extends Booking = Booking> = {
  readonly visitId: string
  /** Cancelled and completed ones among them, in the order in which their streams are written */
  readonly bookings: readonly Member[]
}

export const isCancelled = ({ status }: Booking): boolean => status === 'cancelled'

/** Whether the collection is still to begin: a lab can be assigned, and changed. */
export function isAwaited({ status }: Booking): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

/** Neither completed nor cancelled */
export function isOpen({ status }: Booking): boolean {
  return status !== 'completed' && status !== 'cancelled'
}

/** The labs that declined one of the bookings: none of them is suggested again. */
export function declinersOf(bookings: readonly Pick<BookingSummary, 'declines'>[]): Set<string> {
  return new Set(bookings.flatMap(({ declines }) => declines.map(({ labPartnerId }) => labPartnerId)))
}

/** Not cancelled, and its payment can be recorded */
export function isUnpaid(booking: Booking): boolean {
  return !isCancelled(booking) && !whyNotPayable(booking)
}

type Address = { pincode: string | null; city: string | null }

/** @returns the tests and the slots that the awaited bookings of a visit need of a lab; undefined if none is awaited */
export function visitToAssign(
  { visitId, bookings }: Visit,
  { pincode, city }: Address,
  now: Date,
): VisitToAssign | undefined {
  const awaited = bookings.filter(isAwaited)
  const [first] = awaited
  if (!first) return undefined
  return {
    id: visitId,
    pincode,
    city,
    isInstant: first.collectionType === 'instant',
    slots: slotsOf(first, now),
    packageIds: packagesOf(awaited),
  }
}

export function packagesOf(bookings: readonly Pick<Booking, 'lines'>[]): string[] {
  return bookings.flatMap(({ lines }) => lines.map(({ packageId }) => packageId))
}

/** The slots in which a booking can take a place, the best first. An instant visit keeps the slot in which it has one. */
export function slotsOf(
  {
    place,
    scheduledDate,
    scheduledTime,
  }: Pick<Booking, 'scheduledDate' | 'scheduledTime'> & { place?: Place | null | undefined },
  now: Date,
): VisitToAssign['slots'] {
  if (scheduledDate !== null && scheduledTime !== null)
    return [{ date: scheduledDate, slot: slotNumber(scheduledTime) }]
  return place ? [{ date: place.date, slot: place.slot }] : instantSlots(now)
}
