import type { BookingView } from '@jaanch/booking/booking-view'
import { applyWrite } from '@/features/booking/bookings-calls'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

export type ConfirmRequest = NonNullable<OptionsAt<'POST', '/api/bookings/:id/confirm'>['body']>

/** @param body what the customer chose in place of the proposal */
export async function confirmOrder(id: string, body: ConfirmRequest = {}): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/confirm', { params: { id }, body }))
}

export async function declineOrder(id: string): Promise<BookingView> {
  return applyWrite(await command('POST', '/api/bookings/:id/decline', { params: { id } }))
}

/** Cancels all open bookings of a visit, or none. @param id any of them */
export async function cancelVisit(id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'customer-request', visit: true } as const
  const { bookings = [], ...booking } = await command('PUT', '/api/bookings/:id', { params: { id }, body })
  for (const each of [booking, ...bookings]) applyWrite(each)
}
