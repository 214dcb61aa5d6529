import type { BookingView } from '@jaanch/booking/booking-view'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'
import { applyWrite } from '../bookings-calls'

/** People of one visit: those of a press, and whether they are all of whom the server would do the same. */
export type Together = { bookings: readonly BookingView[]; isWhole: boolean }

/** Advances the people of a visit who are at the same step. */
export function advanceTogether({ bookings, isWhole }: Together, status: BookingStatus): Promise<void> {
  const path = '/api/bookings/:id'
  return together({ bookings, isWhole }, (id, visit) =>
    command('PUT', path, { params: { id }, body: visit ? { status, visit } : { status } }),
  )
}

/** Gives one command for several bookings of a visit, all or none; where others of the visit are not shown, one after the other. */
async function together(
  { bookings, isWhole }: Together,
  give: (id: string, visit: boolean) => Promise<BookingView & { bookings?: BookingView[] | undefined }>,
): Promise<void> {
  const isForVisit = isWhole && bookings.length > 1
  for (const { id } of isForVisit ? bookings.slice(0, 1) : bookings) {
    const { bookings: changed, ...booking } = await give(id, isForVisit)
    for (const each of changed ?? [booking]) applyWrite(each)
  }
}

type Payment = OptionsAt<'POST', '/api/bookings/:id/payment'>['body']

/** Records what these people of a visit pay, each with the same method and reference. */
export function recordPayment(people: Together, body: Payment): Promise<void> {
  const path = '/api/bookings/:id/payment'
  return together(people, (id, visit) =>
    command('POST', path, { params: { id }, body: visit ? { ...body, visit } : body }),
  )
}

/** The owner of the lab has the money that a collector reported as taken. */
export async function acceptPayment(id: string): Promise<void> {
  applyWrite(await command('POST', '/api/bookings/:id/payment/accept', { params: { id } }))
}
