import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { compareTexts } from '../live/apply-change'

type VisitFields = Pick<BookingView, 'id' | 'scheduledDate' | 'scheduledTime' | 'createdAt' | 'visitId'>

/** A list of 100,000 rows compares the same ones with each of 300 changes a second. */
const keys = new WeakMap<VisitFields, string>()

/** The day of the visit in India; an instant booking is collected on the day on which it was placed. */
export function visitDate({
  scheduledDate,
  createdAt,
}: Pick<VisitFields, 'scheduledDate' | 'createdAt'>): string {
  return scheduledDate ?? istDate(new Date(createdAt))
}

/** The order of GET /api/bookings?sort=visit: by day, slot (instant ones first) and visit, the people of one visit side by side. */
export function compareVisits(a: VisitFields, b: VisitFields): number {
  return compareTexts(keyOf(a), keyOf(b))
}

function keyOf(booking: VisitFields): string {
  const known = keys.get(booking)
  if (known !== undefined) return known
  const { id, scheduledTime, visitId } = booking
  const key = [visitDate(booking), scheduledTime ?? '', visitId ?? id, id].join(' ')
  keys.set(booking, key)
  return key
}
