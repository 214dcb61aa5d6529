import type { Attention } from '@jaanch/contracts/http/attention'
import type { BookingTab, BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus, CancellationReason } from '@jaanch/contracts/vocabulary'
import { bookingChange } from '../live/change'
import { live } from '../swr/live'
import { useAnswer, useList } from '../swr/use-answer'
import { call } from './call'
import type { OptionsAt } from './contract'

export function useBookings(tab: BookingTab, limit = 50) {
  return useList('/api/bookings', { query: { tab, limit } })
}

export function useLateBookings(attention: Attention, limit = 50) {
  return useList('/api/bookings', { query: { attention, limit } })
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

export async function assignLab(id: string, labPartnerId: string): Promise<BookingView> {
  const options = { params: { id }, body: { labPartnerId } }
  return shown(await call('POST', '/api/admin/bookings/:id/assign-lab', options))
}

function shown(booking: BookingView): BookingView {
  live.wrote(bookingChange(booking))
  return booking
}
