import type { BookingView } from '@jaanch/booking/booking-view'
import { applyWrite } from '@/features/booking/bookings-calls'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt, ResponseAt } from '@/lib/http/contract'

const repeat = '/api/bookings/:id/again'

export type BookingToRepeat = ResponseAt<'GET', typeof repeat>

/** Reads the choices of a past booking, to book them again. No request for null. */
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
