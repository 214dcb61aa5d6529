import type { BookingView } from '@jaanch/booking/booking-view'
import { type Attention, type BookingTab, isBookingTab, matchesTab } from '@jaanch/booking/list/tabs'
import type { QuestionCode } from '@jaanch/contracts/http/questions'
import type { BookingStatus, CancellationReason, DeclineReason } from '@jaanch/contracts/vocabulary'
import { useSWRConfig } from 'swr'
import { live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useList, useResource } from '@/lib/cache/use-resource'
import { type ApiResponse, call, send } from '@/lib/http/call'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'
import { bookingChange } from '@/lib/live/change'
import { derivedFrom, derivedFromOne, listOf } from '@/lib/live/live-rule'
import { useDelayedTrue } from '@/lib/timing'
import { compareVisits, matchesFilters } from './booking-filter'

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
/** Whether a booking needs attention depends on the time too, which a message does not show. */
const lateList = liveQuery('/api/bookings', derivedFrom('booking'))
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

/** What a filtered list is made of */
export type BookingSource = { tab: BookingTab; filter: BookingFilter }

/** Whether the list shows less than its tab has. */
export function isFiltered({ sort: _, ...filter }: BookingFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '')
}

export function useBookingPages(tab: BookingTab, filter: BookingFilter) {
  return usePages(bookingList, { tab, ...filter })
}

/** A customer's bookings in one tab, or in both: those to come in the order of their visits, the others newest first. */
export function useOwnBookings(tab?: 'upcoming' | 'past') {
  return usePages(bookingList, { tab, limit: 50, ...(tab === 'upcoming' && { sort: 'visit' }) })
}

/** All bookings of a filtered list, 500 per page, without the cache: to be saved, which the server records. */
export async function* eachBookingPage(
  tab: BookingTab,
  filter: BookingFilter,
): AsyncGenerator<BookingView[]> {
  let url: string | undefined = urlOf('/api/bookings', undefined, { tab, ...filter, limit: 500, export: '1' })
  while (url) {
    const page: ApiResponse<BookingView[]> = await send('GET', url)
    yield page.data
    url = page.next
  }
}

/** @param isShown no request if it is false */
export function useBookingsSummary(isShown = true) {
  return useResource(isShown ? bookingsSummary : null).data
}

/** One booking with its order lines; no request for null. */
export function useBooking(id: string | null) {
  return useResource(id ? oneBooking : null, { params: { id: id ?? '' } })
}

/** @returns the ids of those whose newest report waits for a pathologist's signature, as the server says now */
export async function findUnsigned(ids: readonly string[]): Promise<string[]> {
  const details = await Promise.all(ids.map((id) => call('GET', '/api/bookings/:id', { params: { id } })))
  return details.filter(({ draft }) => draft && !draft.isReturned).map(({ id }) => id)
}

const collection = '/api/bookings/:id/collection'

/**
 * What the lab needs to collect the sample. Requested after the card has been on the screen for a moment, so that fast scrolling
 * causes no requests; cached data shows immediately. No request for null.
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

/** What a lab's collector takes along on paper: a day (IST date), or the visit of a booking. */
export function useRound(query: { date: string } | { booking: string }) {
  return useResource(round, { query })
}

export function useReportForm(id: string) {
  return useList('/api/bookings/:id/report-form', { params: { id } })
}

/** The results that a booking's report has. @param isWanted false: they are not fetched, which the audit trail would record */
export function useRecordedResults(id: string, isWanted: boolean) {
  return useResource(isWanted ? '/api/bookings/:id/recorded-results' : null, { params: { id } })
}

/** The unfinished bookings of a lab, for an admin. @param day only of that IST date */
export function useOpenBookingPages(lab: string, day: string | null = null) {
  return usePages(bookingList, { tab: 'assigned', lab, ...(day && { from: day, to: day, sort: 'visit' }) })
}

/** @param areSnoozed those that admins put off, which the list leaves out otherwise */
export function useLateBookingPages(attention: Attention, areSnoozed = false) {
  return usePages(lateList, { attention, ...(areSnoozed && { snoozed: '1' }) })
}

/** Puts a booking off for all admins. @param until null: no longer */
export async function snoozeAttention(id: string, attention: Attention, until: Date | null): Promise<void> {
  const body = { attention, until: until?.toISOString() ?? null }
  await call('POST', '/api/admin/bookings/:id/snooze', { params: { id }, body })
}

export function useBookingCounts() {
  return useResource(bookingCounts).data ?? {}
}

const repeat = '/api/bookings/:id/again'

export type BookingToRepeat = ResponseAt<'GET', typeof repeat>

/** What a past booking is booked again with; no request for null. */
export function useBookingToRepeat(id: string | null) {
  return useResource(id ? repeat : null, { params: { id: id ?? '' } })
}

export type BookingRequest = OptionsAt<'POST', '/api/bookings'>['body']

/** @returns the first booking, and of several people all bookings as `bookings` */
export async function placeBooking(
  body: BookingRequest,
  idempotencyKey: string,
): Promise<BookingView & { bookings?: BookingView[] | undefined }> {
  const { bookings, ...first } = await call('POST', '/api/bookings', { body, idempotencyKey })
  for (const booking of bookings ?? [first]) applyWrite(booking)
  return bookings ? { ...first, bookings } : first
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

export type ConfirmRequest = NonNullable<OptionsAt<'POST', '/api/bookings/:id/confirm'>['body']>

/** @param body what the customer chose in place of the proposal */
export async function confirmOrder(id: string, body: ConfirmRequest = {}): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/confirm', { params: { id }, body }))
}

export async function declineOrder(id: string): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/decline', { params: { id } }))
}

/** What is due for rejected samples was paid back. @param amount as the user saw it, rupees @param confirm what was asked about */
export async function settleRefund(
  id: string,
  amount: number,
  confirm: QuestionCode[] = [],
): Promise<BookingView> {
  const body = { amount, confirm }
  return applyWrite(await command('POST', '/api/bookings/:id/refund', { params: { id }, body }))
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

/** Gives back the visit of a booking: all of its bookings leave the lab's lists at once. @param booking as the user saw it */
export async function declineAssignment(
  { id, position: seen }: Pick<BookingView, 'id' | 'position'>,
  reason: DeclineReason,
): Promise<void> {
  const path = '/api/bookings/:id/decline-assignment'
  const { bookings } = await command('POST', path, { params: { id }, body: { reason }, seen })
  for (const { id: left, position } of bookings)
    live.applyLocalWrite({ kind: 'booking', id: left, position, row: null })
}

/** What decides which times the visit of a booking can be moved to */
export function useBookingSchedule(id: string) {
  return useResource('/api/bookings/:id/schedule', { params: { id } })
}

export type MoveRequest = OptionsAt<'POST', '/api/bookings/:id/reschedule'>['body']

/** @param booking as the user saw it */
export async function rescheduleBooking(
  { id, position: seen }: Pick<BookingView, 'id' | 'position'>,
  body: MoveRequest,
): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/reschedule', { params: { id }, body, seen }))
}

/** Cancels all open bookings of a visit, or none. @param id of any of them */
export async function cancelVisit(id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'customer-request', visit: true } as const
  const { bookings = [], ...booking } = await command('PUT', '/api/bookings/:id', { params: { id }, body })
  for (const each of [booking, ...bookings]) applyWrite(each)
}

/** Shows the new state at once, before the live message arrives. */
export function applyWrite(booking: BookingView): BookingView {
  live.applyLocalWrite(bookingChange(booking))
  return booking
}
