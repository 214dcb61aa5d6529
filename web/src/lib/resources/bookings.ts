import type { Attention } from '@jaanch/contracts/booking-tabs'
import { type BookingTab, isBookingTab, matchesTab } from '@jaanch/contracts/booking-tabs'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus, CancellationReason } from '@jaanch/contracts/vocabulary'
import { useSWRConfig } from 'swr'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { liveQuery, useList, useResource } from '../cache/use-resource'
import { type ApiResponse, call, send } from '../http/call'
import type { OptionsAt, ResponseAt } from '../http/contract'
import { urlOf } from '../http/url'
import { command } from '../idempotency'
import { bookingChange } from '../live/change'
import { derivedFrom, derivedFromOne, listOf } from '../live/live-rule'
import { useDelayedTrue } from '../timing'
import { matchesFilters } from './booking-filter'

export const bookingList = liveQuery(
  '/api/bookings',
  listOf('booking', (booking, search) => {
    const tab = search.get('tab')
    return (!isBookingTab(tab) || matchesTab(tab, booking)) && matchesFilters(booking, search)
  }),
)
/** Whether a booking needs attention depends on the time too, which a message does not show. */
const lateList = liveQuery('/api/bookings', derivedFrom('booking'))
export const bookingCounts = liveQuery('/api/bookings/counts', derivedFrom('booking'))
const bookingsSummary = liveQuery('/api/bookings/summary', derivedFrom('booking'))
export const oneBooking = liveQuery('/api/bookings/:id', derivedFromOne('booking'))

export function useBookings(tab: BookingTab, limit = 50) {
  return useList(bookingList, { query: { tab, limit } })
}

/** The filters of a booking list; '' for none. */
export type BookingFilter = { q: string; from: string; to: string; slot: string; type: string }

export const emptyFilter: BookingFilter = { q: '', from: '', to: '', slot: '', type: '' }

export function isFiltered(filter: BookingFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '')
}

export function useBookingPages(tab: BookingTab, filter: BookingFilter) {
  return usePages(bookingList, { tab, ...filter })
}

/** A customer's bookings in one tab, or in both. */
export function useOwnBookings(tab?: 'upcoming' | 'past') {
  return usePages(bookingList, { tab, limit: 50 })
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

export function useBookingsSummary() {
  return useResource(bookingsSummary).data
}

/** One booking with its order lines; no request for null. */
export function useBooking(id: string | null) {
  return useResource(id ? oneBooking : null, { params: { id: id ?? '' } })
}

const collection = '/api/bookings/:id/collection'

/**
 * What the lab needs to collect the sample. Requested after the card has been on the screen for a moment, so that fast scrolling
 * causes no requests; cached data shows immediately.
 */
export function useCollection(id: string) {
  const { cache } = useSWRConfig()
  const isDelayOver = useDelayedTrue()
  const isCached = cache.get(urlOf(collection, { id }))?.data !== undefined
  const isEnabled = isDelayOver || isCached
  const resource = useResource(isEnabled ? collection : null, { params: { id } })
  return { ...resource, loading: !isEnabled || resource.loading }
}

export function useReportForm(id: string) {
  return useList('/api/bookings/:id/report-form', { params: { id } })
}

/** What a lab has not finished, for an admin. */
export function useOpenBookingPages(lab: string) {
  return usePages(bookingList, { tab: 'assigned', lab })
}

export function useLateBookingPages(attention: Attention) {
  return usePages(lateList, { attention })
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
  return applyWrite(await command('PUT', '/api/bookings/:id', { params: { id }, body }))
}

export async function confirmOrder(id: string): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/confirm', { params: { id } }))
}

export async function declineOrder(id: string): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/decline', { params: { id } }))
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

type Payment = OptionsAt<'POST', '/api/bookings/:id/payment'>['body']

export async function recordPayment(id: string, body: Payment): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/payment', { params: { id }, body }))
}

/** Cancels all open bookings of a visit, or none. @param id of any of them */
export async function cancelVisit(id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'customer-request', visit: true } as const
  applyWrite(await command('PUT', '/api/bookings/:id', { params: { id }, body }))
}

/** Shows the new state at once, before the live message arrives. */
function applyWrite(booking: BookingView): BookingView {
  live.applyLocalWrite(bookingChange(booking))
  return booking
}
