import type { BookingView } from '@jaanch/booking/booking-view'
import { applyWrite } from '@/features/booking/bookings-calls'
import { useResource } from '@/lib/cache/use-resource'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

/** Reads the facts that decide which times the visit of a booking can be moved to */
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
