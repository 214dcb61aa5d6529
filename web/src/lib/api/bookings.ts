import type { BookingTab, BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus, CancellationReason } from '@jaanch/contracts/vocabulary'
import { bookingChange } from '../live/change'
import { live } from '../swr/live'
import { pagesOf } from '../swr/pages'
import { useAnswer, useList } from '../swr/use-answer'
import { call } from './call'
import type { OptionsAt } from './contract'

export function useBookings(tab: BookingTab, limit = 50) {
  return useList('/api/bookings', { query: { tab, limit } })
}

/** The newest bookings of a customer, of one tab or of both: so many, however many pages of the API they take. */
export function useOwnBookings(tab: 'upcoming' | 'past' | undefined, wanted: number) {
  const { limit, pages } = pagesOf(wanted)
  return useList('/api/bookings', { query: { tab, limit }, pages, growing: true })
}

/** One booking with the lines of its order; null asks nothing. */
export function useBooking(id: string | null) {
  return useAnswer(id ? '/api/bookings/:id' : null, id ? { params: { id } } : {})
}

export function useBookingCounts() {
  return useAnswer('/api/bookings/counts').data ?? {}
}

export type BookingRequest = OptionsAt<'POST', '/api/bookings'>['body']

export async function placeBooking(body: BookingRequest, intent: string): Promise<BookingView> {
  return shown(await call('POST', '/api/bookings', { body, intent }))
}

export async function changeBookingStatus(
  id: string,
  status: BookingStatus,
  reason?: CancellationReason,
): Promise<BookingView> {
  const body = reason ? { status, reason } : { status }
  return shown(await call('PUT', '/api/bookings/:id', { params: { id }, body }))
}

export async function confirmOrder(id: string): Promise<BookingView> {
  return shown(await call('POST', '/api/bookings/:id/confirm', { params: { id } }))
}

export async function declineOrder(id: string): Promise<BookingView> {
  return shown(await call('POST', '/api/bookings/:id/decline', { params: { id } }))
}

export async function assignLab(id: string, labPartnerId: string): Promise<BookingView> {
  const options = { params: { id }, body: { labPartnerId } }
  return shown(await call('POST', '/api/admin/bookings/:id/assign-lab', options))
}

function shown(booking: BookingView): BookingView {
  live.wrote(bookingChange(booking))
  return booking
}
