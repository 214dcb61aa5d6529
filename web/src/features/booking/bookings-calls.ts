import type { BookingView } from '@jaanch/booking/booking-view'
import { type BookingTab, isBookingTab, matchesTab } from '@jaanch/booking/list/tabs'
import { istDate } from '@jaanch/contracts/calendar'
import { personSearchMinimum, phoneStarts } from '@jaanch/contracts/person-search'
import type { BookingStatus, CancellationReason } from '@jaanch/contracts/vocabulary'
import { useSWRConfig } from 'swr'
import { live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useList, useResource } from '@/lib/cache/use-resource'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'
import { compareTexts } from '@/lib/live/apply-change'
import { bookingChange } from '@/lib/live/change'
import { derivedFrom, derivedFromOne, listOf } from '@/lib/live/live-rule'
import { useDelayedTrue } from '@/lib/timing'

type VisitFields = Pick<BookingView, 'id' | 'scheduledDate' | 'scheduledTime' | 'createdAt' | 'visitId'>

/** A list of 100,000 rows compares the same ones with each of 300 changes a second. */
const keys = new WeakMap<VisitFields, string>()

/** The day of the visit in India; an instant booking is collected on the day on which it was placed. */
function visitDate({ scheduledDate, createdAt }: Pick<VisitFields, 'scheduledDate' | 'createdAt'>): string {
  return scheduledDate ?? istDate(new Date(createdAt))
}

/** The order of GET /api/bookings?sort=visit: by day, slot (instant ones first) and visit, the people of one visit side by side. */
function compareVisits(a: VisitFields, b: VisitFields): number {
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

export const bookingList = liveQuery(
  '/api/bookings',
  listOf(
    'booking',
    (booking, search, isListed) => {
      const tab = search.get('tab')
      return (!isBookingTab(tab) || matchesTab(tab, booking)) && matchesFilters(booking, search, isListed)
    },
    { orderOf: (search) => (search.get('sort') === 'visit' ? compareVisits : undefined) },
  ),
)

export const bookingCounts = liveQuery('/api/bookings/counts', derivedFrom('booking'))

const bookingsSummary = liveQuery('/api/bookings/summary', derivedFrom('booking'))

const round = liveQuery('/api/bookings/round', derivedFrom('booking'))

export const oneBooking = liveQuery('/api/bookings/:id', derivedFromOne('booking'))

export function useBookings(tab: BookingTab, limit = 50) {
  return useList(bookingList, { query: { tab, limit } })
}

/** The filters and the order of a booking list; '' for none, and for newest first. */
export type BookingFilter = {
  q: string
  from: string
  to: string
  slot: string
  type: string
  status: string
  sort: string
}

/** The query of a filtered list */
export type BookingSource = { tab: BookingTab; filter: BookingFilter }

export function useBookingPages(tab: BookingTab, filter: BookingFilter) {
  return usePages(bookingList, { tab, ...filter })
}

/** A customer's bookings in one tab, or in both: those to come in the order of their visits, the others newest first. */
export function useOwnBookings(tab?: 'upcoming' | 'past') {
  return usePages(bookingList, { tab, limit: 50, ...(tab === 'upcoming' && { sort: 'visit' }) })
}

/** @param isShown no request if it is false */
export function useBookingsSummary(isShown = true) {
  return useResource(isShown ? bookingsSummary : null).data
}

/** One booking with its order lines; no request for null. */
export function useBooking(id: string | null) {
  return useResource(id ? oneBooking : null, { params: { id: id ?? '' } })
}

const collection = '/api/bookings/:id/collection'

/**
 * The details that the lab needs to collect the sample. Requested after the card has been on the screen for a moment, so that fast
 * scrolling causes no requests; cached data shows immediately. No request for null.
 */
export function useCollection(id: string | null) {
  const { cache } = useSWRConfig()
  const isDelayOver = useDelayedTrue()
  const params = { id: id ?? '' }
  const isCached = cache.get(urlOf(collection, params))?.data !== undefined
  const isEnabled = id !== null && (isDelayOver || isCached)
  const resource = useResource(isEnabled ? collection : null, { params })
  return { ...resource, loading: !isEnabled || resource.loading }
}

/** The address of the sheet that a collector takes along on paper, for a day (IST date) or for the visit of a booking. */
export function useRound(query: { date: string } | { booking: string }) {
  return useResource(round, { query })
}

export function useBookingCounts() {
  return useResource(bookingCounts).data ?? {}
}

export async function changeBookingStatus(
  id: string,
  status: BookingStatus,
  reason?: CancellationReason,
): Promise<BookingView> {
  const body = reason ? { status, reason } : { status }
  const { bookings: _, ...booking } = await command('PUT', '/api/bookings/:id', { params: { id }, body })
  return applyWrite(booking)
}

/** @param booking as the user saw it @param suggested refused if the lab has no free visit any more */
export async function assignLab(
  { id, position: seen }: Pick<BookingView, 'id' | 'position'>,
  labPartnerId: string,
  suggested = false,
): Promise<BookingView> {
  const body = suggested ? { labPartnerId, suggested } : { labPartnerId }
  const path = '/api/admin/bookings/:id/assign-lab'
  return applyWrite(await command('POST', path, { params: { id }, body, seen }))
}

/** Shows the new state at once, before the live message arrives. */
export function applyWrite(booking: BookingView): BookingView {
  live.applyLocalWrite(bookingChange(booking))
  return booking
}
