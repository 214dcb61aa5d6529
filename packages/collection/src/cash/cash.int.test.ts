import { bookingCalls } from '@jaanch/booking/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { refundCalls } from '@jaanch/report/entry/api'
import { assignCollector, cancelBooking, readBooking } from '@jaanch/tests/support/bookings'
import { type Client, refusal } from '@jaanch/tests/support/client'
import { createLabPerson } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { cashCalls } from './api.ts'

const it = stackTest()

const read = (client: Client, date: string) =>
  client.call(cashCalls.listCash, { query: { date } }).then(({ takings }) => takings)

it('the cash of a collector is what they recorded on a day, beside what was counted of it and each correction', async ({
  stack,
  lab,
  otherLab,
  bookingInStatus,
}) => {
  const [collector, desk] = [
    await createLabPerson(stack, lab, 'collector'),
    await createLabPerson(stack, lab, 'front-desk'),
  ]
  const ids = [await bookingInStatus('confirmed'), await bookingInStatus('confirmed')]
  for (const id of ids) await assignCollector(lab, id, collector.id)
  const pay = (id = '', method: 'cash-on-collection' | 'upi') =>
    collector.client.call(bookingCalls.recordPayment, { params: { id }, body: { method, reference: null } })
  const date = istDate(new Date())
  const { finalAmount } = await pay(ids[0], 'cash-on-collection')
  await pay(ids[1], 'upi')
  const own = async () =>
    (await read(desk.client, date)).filter(({ collectorId }) => collectorId === collector.id)
  await expect.poll(own).toMatchObject([
    {
      name: expect.any(String),
      expected: finalAmount,
      bookings: [{ bookingId: ids[0], amount: finalAmount }],
      counts: [],
    },
  ])
  expect(await read(desk.client, addDays(date, -1))).toEqual([])
  expect(await read(otherLab.client, date)).toEqual([])

  const count = (counted: number, replaces: number | null, client = desk.client) =>
    client.ask(cashCalls.countCash, {
      body: { date, collectorId: collector.id, counted, replaces },
    })
  const first = await count(400, null)
  expect(first).toMatchObject({ status: 200, body: { expected: finalAmount, counted: 400 } })
  // the answer was lost
  expect(await count(400, null)).toMatchObject({ body: first.body as object })
  // somebody else has not seen it
  expect(await count(400, null, lab.client)).toMatchObject(refusal('conflict'))
  const { id } = first.body as { id: number }
  const both = await Promise.all([count(finalAmount, id), count(1, id, lab.client)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [{ counts } = { counts: [] }] = await own()
  expect(counts).toHaveLength(2)
  expect(counts[1]).toEqual(first.body)
  expect(await count(1, null, otherLab.client)).toMatchObject(refusal('not-a-collector'))
})

it('the cash desk shows what was taken on a day by every method, and a completed booking as due until its payment is recorded', async ({
  admin,
  customer,
  otherLab,
  packageId,
}) => {
  const create = () => createBookingInStatus('completed', { admin, customer, lab: otherLab, packageId })
  const [id, open] = [await create(), await create()]
  const date = istDate(new Date())
  const cash = (day: string) => otherLab.client.call(cashCalls.listCash, { query: { date: day } })
  const dueIds = async () => (await cash(date)).due.bookings.map(({ bookingId }) => bookingId)
  await expect.poll(dueIds).toEqual([open, id])
  expect(await cash(date)).toMatchObject({ takings: [], taken: [] })
  const body = { method: 'upi', reference: 'UTR 4711' } as const
  const { finalAmount } = await otherLab.client.call(bookingCalls.recordPayment, { params: { id }, body })
  await expect.poll(dueIds).toEqual([open])
  expect(await cash(date)).toMatchObject({
    takings: [],
    taken: [{ method: 'upi', payments: 1, amount: finalAmount }],
    due: { bookings: [{ method: 'cash-on-collection', amount: finalAmount }], isCut: false },
  })
  expect((await cash(addDays(date, -1))).taken).toEqual([])
  expect((await cash(addDays(date, -60))).taken).toBeNull()
  for (const reader of [otherLab, customer, admin])
    expect(await readBooking(reader, id)).toMatchObject({
      paymentMethod: 'upi',
      paymentReference: 'UTR 4711',
    })
  const analytics = await admin.client.call(analyticsCalls.getDashboard)
  expect(analytics.takenToday.upi).toBeGreaterThanOrEqual(finalAmount)
})

it('the payment of a booking that was cancelled afterwards is to be paid back, once', async ({
  admin,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('confirmed')
  const { client } = admin
  const params = { id }
  const { finalAmount: amount } = await client.call(bookingCalls.recordPayment, {
    params,
    body: { method: 'card', reference: null },
  })
  const settle = () => client.ask(refundCalls.settleRefund, { params, body: { amount } })
  expect(await settle()).toMatchObject(refusal('no-refund-due'))
  await cancelBooking(admin, id)
  const listed = async () =>
    (await client.call(bookingCalls.listBookings, { query: { attention: 'refund-due', limit: 500 } })).some(
      (booking) => booking.id === id,
    )
  await expect.poll(listed).toBe(true)
  expect(await settle()).toMatchObject({ status: 200, body: { refund: { amount, isSettled: true } } })
  await expect.poll(listed).toBe(false)
  expect(await settle()).toMatchObject(refusal('no-refund-due'))
})

it('cash that was taken before the visit or the booking was taken away is reported, and is a payment once the owner accepts it', async ({
  stack,
  lab,
  admin,
  bookingInStatus,
}) => {
  const collector = await createLabPerson(stack, lab, 'collector')
  const [handedOver, cancelled] = [await bookingInStatus('confirmed'), await bookingInStatus('confirmed')]
  for (const id of [handedOver, cancelled]) await assignCollector(lab, id, collector.id)
  const at = new Date().toISOString()
  await assignCollector(lab, handedOver, null)
  await cancelBooking(admin, cancelled)
  const pay = (id: string, recordedAt: string) =>
    collector.client.ask(bookingCalls.recordPayment, {
      params: { id },
      body: { method: 'cash-on-collection', recorded: { at: recordedAt, offsetMs: 0 } },
    })
  expect(await pay(handedOver, new Date().toISOString())).toMatchObject(refusal('visit-handed-over'))
  for (const id of [handedOver, cancelled])
    expect(await pay(id, at)).toMatchObject({ status: 200, body: { paymentStatus: 'pending' } })
  for (const id of [handedOver, cancelled])
    await expect
      .poll(() => readBooking(lab, id))
      .toMatchObject({
        reportedPayment: { by: collector.id, at, amount: expect.any(Number), method: 'cash-on-collection' },
      })
  const [ofOwner, recorded] = [await bookingInStatus('cancelled'), { at, offsetMs: 0 }]
  const taken = { params: { id: ofOwner }, body: { method: 'cash-on-collection' as const, recorded } }
  expect(await lab.client.ask(bookingCalls.recordPayment, taken)).toMatchObject({ status: 200 })
  const accept = (client: Client, id: string) => client.ask(cashCalls.acceptPayment, { params: { id } })
  // the money of the cancelled booking goes back to its customer
  const { reportedPayment } = await readBooking(lab, cancelled)
  expect(await accept(lab.client, cancelled)).toMatchObject({
    status: 200,
    body: { status: 'cancelled', paymentStatus: 'paid', refund: { amount: reportedPayment?.amount } },
  })
  expect(await accept(lab.client, handedOver)).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } })
  // the cash is that of the collector
  const takings = await read(lab.client, istDate(new Date()))
  expect(takings.find(({ collectorId }) => collectorId === collector.id)).toMatchObject({
    bookings: [{ bookingId: cancelled }, { bookingId: handedOver }],
  })
})
