import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate } from '@jaanch/contracts/calendar'
import { personSearchMinimum, phoneStarts } from '@jaanch/contracts/person-search'
import { compareTexts } from '@/lib/live/apply-change'

type VisitFields = Pick<BookingView, 'id' | 'scheduledDate' | 'scheduledTime' | 'createdAt' | 'visitId'>

/** A list of 100,000 rows compares the same ones with each of 300 changes a second. */
const keys = new WeakMap<VisitFields, string>()

/** The day of the visit in India; an instant booking is collected on the day on which it was placed. */
function visitDate({ scheduledDate, createdAt }: Pick<VisitFields, 'scheduledDate' | 'createdAt'>): string {
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

type FilterFields = Pick<
  BookingView,
  | 'id'
  | 'status'
  | 'packageName'
  | 'orderNumber'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'collectionType'
  | 'createdAt'
  | 'labPartnerId'
  | 'patientName'
  | 'contactNumber'
  | 'area'
>

/**
 * The filters of GET /api/bookings for rows of live messages; the same rule as the API's `bookingFilters` and `findText`. Whether the
 * API found a row by its person or address, a row does not always say: one that is listed stays.
 */
export function matchesFilters(booking: FilterFields, query: URLSearchParams, isListed = false): boolean {
  const date = visitDate(booking)
  const [from, to, slot, type, lab] = ['from', 'to', 'slot', 'type', 'lab'].map((name) => query.get(name))
  const status = query.get('status')
  if (status && !status.split(',').includes(booking.status)) return false
  if (from && date < from) return false
  if (to && date > to) return false
  if (slot && booking.scheduledTime !== slot) return false
  if (type && booking.collectionType !== type) return false
  if (lab && booking.labPartnerId !== lab) return false
  return isListed || matchesText(booking, query.get('q')?.trim().toLowerCase())
}

function matchesText(booking: FilterFields, text: string | undefined): boolean {
  if (!text) return true
  const { id, packageName, orderNumber } = booking
  return (
    packageName.toLowerCase().includes(text) ||
    Boolean(orderNumber?.toLowerCase().endsWith(text)) ||
    id.startsWith(text) ||
    matchesPerson(booking, text)
  )
}

/** As far as the row says whom it is for and where. */
function matchesPerson({ patientName, contactNumber, area }: FilterFields, text: string): boolean {
  if (text.length < personSearchMinimum) return false
  return (
    ` ${patientName?.toLowerCase() ?? ''}`.includes(` ${text}`) ||
    Boolean(area?.toLowerCase().includes(text)) ||
    phoneStarts(text).some((start) => contactNumber?.startsWith(start))
  )
}
