/** An order from the wizard to its end: by the lab's buttons alone, or by tubes that are collected, decided on and collected again. */
import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import { slotCalls } from '@jaanch/booking/slots/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import {
  mostRecollections,
  type PaymentMethod,
  paymentMethods,
  timeSlots,
} from '@jaanch/contracts/vocabulary'
import type { Random } from '@jaanch/infra/local/demo/random'
import { refundCalls } from '@jaanch/report/entry/api'
import { type Crew, type Customer, until } from './crew.ts'
import { reportResults } from './report-results.ts'
import { collectSamples, type Visit } from './visit.ts'

const courses = {
  buttons: 42,
  tubes: 44,
  'cancelled by the customer': 4,
  'cancelled by an admin': 4,
  left: 6,
}
const shares = { instant: 0.3, held: 0.4, givenUp: 0.2, reported: 0.75, stopped: 0.05, declined: 0.35 }

export async function order(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { admin, expectInList, pause } = crew
  const lab = random.pick(crew.labs)
  const paymentMethod = random.pick(paymentMethods)
  const placed = await place(crew, customer, paymentMethod, random)
  if (!placed) return
  await expectInList(customer.client, '/api/bookings', placed)
  const course = random.weighted(Object.keys(courses) as (keyof typeof courses)[], (name) => courses[name])
  if (course === 'left') return
  await pause()
  const params = { id: placed.id }
  const { labPartnerId } = lab
  const assigned = await admin.call(bookingCalls.assignLab, { params, body: { labPartnerId } })
  await expectInList(admin, '/api/bookings', assigned)
  await pause()
  const visit = { bookingId: placed.id, customer, lab, paymentMethod }
  if (course === 'buttons') return moveByButtons(crew, visit, random)
  if (course === 'tubes') return collectAndReport(crew, visit, { orderId: placed.id, attempt: 0 }, random)
  const isOwn = course === 'cancelled by the customer'
  // customers can cancel what their lab has confirmed
  if (isOwn) await lab.owner.call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
  const body = { status: 'cancelled', reason: isOwn ? 'customer-request' : 'lab-unavailable' } as const
  await (isOwn ? customer.client : admin).call(bookingCalls.changeBookingStatus, { params, body })
}

/** @returns undefined if the customer held a slot and gave it up */
async function place(
  { packages }: Crew,
  { client, addressId, pincode }: Customer,
  paymentMethod: PaymentMethod,
  random: Random,
): Promise<BookingView | undefined> {
  const packageId = random.pick(packages).id
  const isInstant = random.chance(shares.instant)
  const date = addDays(istDate(new Date()), Math.ceil(random.between(0, 4)))
  const time = random.pick(timeSlots)
  let holdId: string | null = null
  if (!isInstant && random.chance(shares.held)) {
    const body = { pincode, date, time, packageIds: [packageId] }
    holdId = (await client.call(slotCalls.holdSlot, { body })).id
    if (random.chance(shares.givenUp)) {
      await client.call(slotCalls.releaseSlot, { params: { id: holdId } })
      return undefined
    }
  }
  return client.call(bookingCalls.placeBooking, {
    body: {
      packageId,
      addressId,
      collectionType: isInstant ? 'instant' : 'scheduled',
      scheduledDate: isInstant ? null : date,
      scheduledTime: isInstant ? null : time,
      familyMemberId: null,
      specialInstructions: null,
      paymentMethod,
      holdId,
    },
  })
}

/** The lab moves the booking on by its buttons and reads its list after each step. */
async function moveByButtons(
  crew: Crew,
  { lab, bookingId, paymentMethod }: Visit & { paymentMethod: PaymentMethod },
  random: Random,
): Promise<void> {
  const { owner } = lab
  const params = { id: bookingId }
  for (const status of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    if (random.chance(shares.stopped)) return
    const row = await owner.call(bookingCalls.changeBookingStatus, { params, body: { status } })
    await crew.expectInList(owner, '/api/bookings', row)
    if (status === 'sample-collection') {
      const reference = paymentMethod === 'cash-on-collection' ? null : `SIM-${bookingId.slice(0, 8)}`
      await owner.call(bookingCalls.recordPayment, { params, body: { method: paymentMethod, reference } })
    }
    await crew.pause()
    if (status === 'lab-processing' && random.chance(shares.reported))
      return reportAndComplete(crew, { bookingId, lab }, random)
  }
}

/** A draft may wait that nobody signs: then an admin may complete the booking, and its lab may not. */
async function reportAndComplete(
  crew: Crew,
  { bookingId, lab }: Pick<Visit, 'bookingId' | 'lab'>,
  random: Random,
): Promise<void> {
  await reportResults(crew, { bookingId, lab }, random)
  const body = { status: 'completed' } as const
  await crew.admin.call(bookingCalls.changeBookingStatus, { params: { id: bookingId }, body })
}

/**
 * @param orderId the booking that was ordered and paid
 * @param attempt how often its tubes were collected again before
 */
async function collectAndReport(
  crew: Crew,
  visit: Visit,
  { orderId, attempt }: { orderId: string; attempt: number },
  random: Random,
): Promise<void> {
  const { bookingId, customer } = visit
  const params = { id: bookingId }
  const { accepted, rejected } = await collectSamples(crew, visit, random)
  // a booking whose tubes were all rejected is completed with its recollection, or cancelled with the refund
  if (accepted > 0) await reportAndComplete(crew, visit, random)
  if (rejected === 0) return
  if (attempt === mostRecollections) return payBack(crew, orderId)
  const again = await until(
    'No recollection was offered',
    async () => (await customer.client.call(bookingCalls.getBooking, { params })).recollections[0],
  )
  const answer = { params: { id: again.bookingId } }
  if (random.chance(shares.declined)) {
    await customer.client.call(bookingCalls.declineOrder, answer)
    return payBack(crew, orderId)
  }
  await customer.client.call(bookingCalls.confirmOrder, answer)
  const next = { ...visit, bookingId: again.bookingId, paymentMethod: null }
  await collectAndReport(crew, next, { orderId, attempt: attempt + 1 }, random)
}

/** An admin pays back what is due for an order, and sends the request twice. */
async function payBack({ admin }: Crew, orderId: string): Promise<void> {
  const params = { id: orderId }
  const { amount } = await until('No refund was due', async () => {
    const { refund } = await admin.call(bookingCalls.getBooking, { params })
    return refund && !refund.isSettled ? refund : undefined
  })
  // a laboratory may have reported what it took from a tube before it was rejected
  const body = { amount, confirm: ['reported' as const] }
  const settle = { params, body, idempotencyKey: randomUUID() }
  for (let n = 0; n < 2; n += 1) await admin.call(refundCalls.settleRefund, settle)
}
