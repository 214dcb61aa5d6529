import { randomUUID } from 'node:crypto'
import { assignLab, readBooking } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { applyAsLab, type Person, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from './api.ts'

const it = stackTest({ workers: false })

const { changeBookingStatus, recordPayment } = bookingCalls

const move = (by: Person, id: string, status: string, idempotencyKey?: string) =>
  by.client.ask(changeBookingStatus, {
    params: { id },
    body: { status },
    ...(idempotencyKey && { idempotencyKey }),
  })

const eventsOf = (stack: Stack, id: string) => eventTypes(stack, `booking-${id}`)

it('a lab whose booking was given to another lab neither changes it nor sees it by repeating a request [V8.4.1]', async ({
  admin,
  lab,
  otherLab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('pending')
  const key = randomUUID()
  expect((await move(lab, id, 'confirmed', key)).status).toBe(200)
  await assignLab(admin, id, otherLab)
  expect(await move(lab, id, 'confirmed', key)).toMatchObject(refusal('not-found'))
  expect(await move(lab, id, 'sample-collection')).toMatchObject(refusal('not-found'))
  expect(await move(otherLab, id, 'sample-collection')).toMatchObject({ status: 200 })
})

it('of several commands at the same time, one changes the status of a booking', async ({
  stack,
  admin,
  customer,
  lab,
  bookingInStatus,
}) => {
  const id = await bookingInStatus('pending')
  const steps = await Promise.all([lab, lab, admin].map((by) => move(by, id, 'confirmed')))
  expect(steps.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(steps.find(({ status }) => status === 409)).toMatchObject(refusal('wrong-status'))
  expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'LabAssigned', 'BookingConfirmed'])
  // one of these two is decided for the visit, the other one for the booking alone
  const both = await Promise.all([move(customer, id, 'cancelled'), move(lab, id, 'sample-collection')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { status } = await readBooking(customer, id)
  expect(status).toBe(both[0].status === 200 ? 'cancelled' : 'sample-collection')
})

it('a booking is assigned only to a lab that exists and is approved [S2.14.4]', async ({
  stack,
  admin,
  customer,
  packageId,
}) => {
  const { id } = await placeBooking(customer, packageId)
  const assign = (labPartnerId: string) =>
    admin.client.ask(bookingCalls.assignLab, { params: { id }, body: { labPartnerId } })
  expect(await assign((await applyAsLab(stack.url)).id)).toMatchObject(refusal('lab-not-approved'))
  expect(await assign(randomUUID())).toMatchObject(refusal('not-found', 'This lab is not known.'))
})

// JSON of Postgres refuses half a character
it.for(['paid by Quillfeather', null, '', '\ud800'])(
  'a payment is recorded once, with its reference %j in a row and not in the log',
  async (reference, { stack, lab, bookingInStatus }) => {
    const params = { id: await bookingInStatus('confirmed') }
    const body = { method: 'upi', reference }
    const paid = await lab.client.ask(recordPayment, { params, body })
    expect(paid).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } })
    expect(await lab.client.ask(recordPayment, { params, body })).toMatchObject(refusal('already-paid'))
    const { rows } = await stack.database.asOwner(
      `select (select reference from payment_references where booking_id = $1) as kept,
              (select string_agg(data::text, '') from log.events where stream_id = $2) as logged`,
      [params.id, `booking-${params.id}`],
    )
    expect(rows[0].kept).toBe(reference ? reference.toWellFormed() : null)
    expect(rows[0].logged).not.toContain('Quillfeather')
  },
)

describe('a request that is sent again with its Idempotency-Key', () => {
  it('has one effect when it arrives eight times at once, and also after its key was forgotten', async ({
    stack,
    lab,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('pending')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(lab, id, 'confirmed', key)))
    await stack.database.asOwner('delete from idempotency_keys')
    for (const answer of [...answers, await move(lab, id, 'confirmed', key)])
      expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await eventsOf(stack, id)).toEqual(['BookingPlaced', 'LabAssigned', 'BookingConfirmed'])
    // another request is no longer compared with the first, and is not mistaken for it
    await stack.database.asOwner('delete from idempotency_keys')
    expect(await move(lab, id, 'lab-processing', key)).toMatchObject(refusal('wrong-status'))
  })

  it('is refused for another request, also at the same time; keys belong to one user and one call', async ({
    admin,
    lab,
    bookingInStatus,
  }) => {
    const [one, two] = [await bookingInStatus('pending'), await bookingInStatus('pending')]
    const key = randomUUID()
    expect((await move(lab, one, 'confirmed', key)).status).toBe(200)
    expect(await move(lab, two, 'confirmed', key)).toMatchObject(refusal('key-reused'))
    expect(await move(admin, two, 'confirmed', key)).toMatchObject({ status: 200 })
    const pay = (id: string, method: string, idempotencyKey: string) =>
      lab.client.ask(recordPayment, { params: { id }, body: { method }, idempotencyKey })
    expect(await pay(one, 'upi', key)).toMatchObject({ status: 200 })

    const shared = randomUUID()
    const answers = await Promise.all(['upi', 'card'].map((method) => pay(two, method, shared)))
    // the loser meets the key of the other request, or its payment
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422 || status === 409)).toHaveLength(1)
  })

  it('may be sent with the same key after it was refused', async ({ admin, customer, lab, packageId }) => {
    const { id } = await placeBooking(customer, packageId)
    const key = randomUUID()
    await move(admin, id, 'confirmed')
    expect(await move(admin, id, 'sample-collection', key)).toMatchObject(refusal('no-lab-assigned'))
    await assignLab(admin, id, lab)
    expect(await move(admin, id, 'sample-collection', key)).toMatchObject({ status: 200 })
  })
})
