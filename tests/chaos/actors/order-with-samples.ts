/** An order whose tubes are followed: collected, possibly rejected and collected again or paid back, reported and completed. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { refundRoutes } from '@jaanch/contracts/http/refunds'
import { mostRecollections, paymentMethods, timeSlots } from '@jaanch/contracts/vocabulary'
import type { Random } from '@jaanch/infra/local/demo/random'
import { until } from '@jaanch/tests/bench/simulate/visit'
import type { Customer } from '@jaanch/tests/support/participants'
import { type Collection, collectSamples, workersPatienceMs } from './collect-samples.ts'
import { type Crew, staffOf } from './crew.ts'
import { reportResults } from './report-results.ts'

/** Of the recollections that are offered */
const declinedShare = 0.35

export async function orderWithSamples(crew: Crew, customer: Customer, random: Random): Promise<void> {
  const { client, pauseMs } = crew
  const lab = random.pick(crew.labs)
  const isInstant = random.chance(0.4)
  const paymentMethod = random.pick(paymentMethods)
  const { id } = await client.as(customer.token).call(bookingRoutes.placeBooking, {
    idempotencyKey: randomUUID(),
    body: {
      packageId: random.pick(crew.packages).id,
      addressId: customer.addressId,
      collectionType: isInstant ? 'instant' : 'scheduled',
      scheduledDate: isInstant ? null : addDays(istDate(new Date()), Math.ceil(random.between(0, 4))),
      scheduledTime: isInstant ? null : random.pick(timeSlots),
      familyMemberId: null,
      specialInstructions: null,
      paymentMethod,
    },
  })
  const { labPartnerId } = lab
  await client.as(crew.admin).call(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId } })
  await setTimeout(pauseMs())
  const staff = staffOf(crew, lab.token)
  await collectAndReport(
    crew,
    { bookingId: id, customer, staff, paymentMethod },
    { orderId: id, attempt: 0 },
    random,
  )
}

/**
 * @param orderId the booking that was ordered and paid
 * @param attempt how often its tubes were collected again before
 */
async function collectAndReport(
  crew: Crew,
  of: Collection,
  { orderId, attempt }: { orderId: string; attempt: number },
  random: Random,
): Promise<void> {
  const { client } = crew
  const { bookingId, customer, staff } = of
  const params = { id: bookingId }
  const { accepted, rejected } = await collectSamples(crew, of, random)
  // what was rejected whole is completed with its recollection, or cancelled with the refund
  if (accepted > 0) {
    await reportResults(crew, { bookingId, staff }, random)
    const body = { status: 'completed' } as const
    // a draft may wait that nobody signs: an admin completes the booking then, and its lab may not
    await client.as(crew.admin).call(bookingRoutes.changeBookingStatus, { params, body })
  }
  if (rejected === 0) return
  if (attempt === mostRecollections) return payBack(crew, orderId)
  const byCustomer = client.as(customer.token)
  const again = await until(
    'No recollection was offered',
    async () => (await byCustomer.call(bookingRoutes.getBooking, { params })).recollections[0],
    workersPatienceMs,
  )
  const answer = { params: { id: again.bookingId }, idempotencyKey: randomUUID() }
  if (random.chance(declinedShare)) {
    await byCustomer.call(bookingRoutes.declineOrder, answer)
    return payBack(crew, orderId)
  }
  await byCustomer.call(bookingRoutes.confirmOrder, answer)
  const next = { ...of, bookingId: again.bookingId, paymentMethod: null }
  await collectAndReport(crew, next, { orderId, attempt: attempt + 1 }, random)
}

/** An admin pays back what is due of an order, and sends it twice. */
async function payBack({ client, admin }: Crew, orderId: string): Promise<void> {
  const byAdmin = client.as(admin)
  const params = { id: orderId }
  const { amount } = await until(
    'No refund was due',
    async () => {
      const { refund } = await byAdmin.call(bookingRoutes.getBooking, { params })
      return refund && !refund.isSettled ? refund : undefined
    },
    workersPatienceMs,
  )
  // a laboratory may have reported what it took from a tube before it was rejected
  const body = { amount, confirm: ['reported' as const] }
  const settle = { params, body, idempotencyKey: randomUUID() }
  for (let n = 0; n < 2; n += 1) await byAdmin.call(refundRoutes.settleRefund, settle)
}
