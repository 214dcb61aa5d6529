import { addDays, istDate } from '@jaanch/contracts/calendar'
import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { cashRoutes } from '@jaanch/contracts/http/cash'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { refundRoutes } from '@jaanch/contracts/http/refunds'
import { type Client, refusal } from '@jaanch/tests/support/client'
import { createLabPerson } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

const it = stackTest()

const read = (client: Client, date: string) =>
  client.call(cashRoutes.listCash, { query: { date } }).then(({ takings }) => takings)

it('is what a collector recorded on a day, beside what was counted of it, corrections too', async ({
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
  for (const id of ids)
    await lab.client.call(custodyRoutes.assignCollector, {
      params: { id },
      body: { collectorId: collector.id },
    })
  const pay = (id: string | undefined, method: 'cash-on-collection' | 'upi') =>
    collector.client.call(bookingRoutes.recordPayment, {
      params: { id: id as string },
      body: { method, reference: null },
    })
  const { finalAmount } = await pay(ids[0], 'cash-on-collection')
  await pay(ids[1], 'upi')
  const { rows } = await stack.database.asOwner(
    "select at from log.events where stream_id = $1 and type = 'PaymentRecorded'",
    [`booking-${ids[0]}`],
  )
  const date = istDate(rows[0].at)
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
    client.ask(cashRoutes.countCash, {
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

it('shows what was taken on a day by every method, and that a completed booking is due until its payment is recorded', async ({
  admin,
  customer,
  otherLab,
  packageId,
}) => {
  const create = () => createBookingInStatus('completed', { admin, customer, lab: otherLab, packageId })
  const [id, open] = [await create(), await create()]
  const date = istDate(new Date())
  const cash = (day: string) => otherLab.client.call(cashRoutes.listCash, { query: { date: day } })
  const dueIds = async () => (await cash(date)).due.bookings.map(({ bookingId }) => bookingId)
  await expect.poll(dueIds).toEqual([open, id])
  expect(await cash(date)).toMatchObject({ takings: [], taken: [] })
  const body = { method: 'upi', reference: 'UTR 4711' } as const
  const { finalAmount } = await otherLab.client.call(bookingRoutes.recordPayment, { params: { id }, body })
  await expect.poll(dueIds).toEqual([open])
  expect(await cash(date)).toMatchObject({
    takings: [],
    taken: [{ method: 'upi', payments: 1, amount: finalAmount }],
    due: { bookings: [{ method: 'cash-on-collection', amount: finalAmount }], isCut: false },
  })
  expect((await cash(addDays(date, -1))).taken).toEqual([])
  expect((await cash(addDays(date, -60))).taken).toBeNull()
  for (const { client } of [otherLab, customer, admin])
    expect(await client.call(bookingRoutes.getBooking, { params: { id } })).toMatchObject({
      paymentMethod: 'upi',
      paymentReference: 'UTR 4711',
    })
  const analytics = await admin.client.call(analyticsRoutes.getDashboard)
  expect(analytics.takenToday.upi).toBeGreaterThanOrEqual(finalAmount)
})

it('the payment of a booking that was cancelled afterwards is to be paid back, once', async ({
  admin,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('confirmed')
  const { client } = admin
  const params = { id }
  const { finalAmount: amount } = await client.call(bookingRoutes.recordPayment, {
    params,
    body: { method: 'card', reference: null },
  })
  const settle = () => client.ask(refundRoutes.settleRefund, { params, body: { amount } })
  expect(await settle()).toMatchObject(refusal('no-refund-due'))
  await client.call(bookingRoutes.changeBookingStatus, { params, body: { status: 'cancelled' } })
  const listed = async () =>
    (await client.call(bookingRoutes.listBookings, { query: { attention: 'refund-due', limit: 500 } })).some(
      (booking) => booking.id === id,
    )
  await expect.poll(listed).toBe(true)
  expect(await settle()).toMatchObject({ status: 200, body: { refund: { amount, isSettled: true } } })
  await expect.poll(listed).toBe(false)
  expect(await settle()).toMatchObject(refusal('no-refund-due'))
})

it('is reported, and no payment, if it was taken before the visit or the booking was taken away, until the owner accepts it', async ({
  stack,
  lab,
  admin,
  bookingInStatus,
}) => {
  const collector = await createLabPerson(stack, lab, 'collector')
  const desk = await createLabPerson(stack, lab, 'front-desk')
  const [handedOver, cancelled] = [await bookingInStatus('confirmed'), await bookingInStatus('confirmed')]
  const give = (id: string, collectorId: string | null) =>
    lab.client.call(custodyRoutes.assignCollector, { params: { id }, body: { collectorId } })
  for (const id of [handedOver, cancelled]) await give(id, collector.id)
  const at = new Date().toISOString()
  await give(handedOver, null)
  await admin.client.call(bookingRoutes.changeBookingStatus, {
    params: { id: cancelled },
    body: { status: 'cancelled' },
  })
  const pay = (id: string, recordedAt: string) =>
    collector.client.ask(bookingRoutes.recordPayment, {
      params: { id },
      body: { method: 'cash-on-collection', recorded: { at: recordedAt, offsetMs: 0 } },
    })
  expect(await pay(handedOver, new Date().toISOString())).toMatchObject(refusal('visit-handed-over'))
  for (const id of [handedOver, cancelled])
    expect(await pay(id, at)).toMatchObject({ status: 200, body: { paymentStatus: 'pending' } })
  const read = (id: string) => lab.client.call(bookingRoutes.getBooking, { params: { id } })
  for (const id of [handedOver, cancelled])
    await expect
      .poll(() => read(id))
      .toMatchObject({
        reportedPayment: { by: collector.id, at, amount: expect.any(Number), method: 'cash-on-collection' },
      })
  const [ofOwner, recorded] = [await bookingInStatus('cancelled'), { at, offsetMs: 0 }]
  const taken = { params: { id: ofOwner }, body: { method: 'cash-on-collection' as const, recorded } }
  expect(await lab.client.ask(bookingRoutes.recordPayment, taken)).toMatchObject({ status: 200 })
  const technician = await createLabPerson(stack, lab, 'technician')
  const paid = { params: { id: handedOver }, body: { method: 'upi' as const } }
  expect(await technician.client.ask(bookingRoutes.recordPayment, paid)).toMatchObject(
    refusal('outside-role'),
  )
  const accept = (client: Client, id: string) => client.ask(cashRoutes.acceptPayment, { params: { id } })
  expect(await accept(desk.client, handedOver)).toMatchObject(refusal('outside-role'))
  // the money of the cancelled booking goes back to its customer
  const { reportedPayment } = await read(cancelled)
  expect(await accept(lab.client, cancelled)).toMatchObject({
    status: 200,
    body: { status: 'cancelled', paymentStatus: 'paid', refund: { amount: reportedPayment?.amount } },
  })
  expect(await accept(lab.client, handedOver)).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } })
  // the cash is that of the collector
  const takings = await read(handedOver).then(() =>
    lab.client.call(cashRoutes.listCash, { query: { date: istDate(new Date()) } }),
  )
  expect(takings.takings.find(({ collectorId }) => collectorId === collector.id)).toMatchObject({
    bookings: [{ bookingId: cancelled }, { bookingId: handedOver }],
  })
})
