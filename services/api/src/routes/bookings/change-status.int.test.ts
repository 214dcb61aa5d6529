import { randomUUID } from 'node:crypto'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { refusal } from '@jaanch/tests/support/client'
import { applyAsLab, type Person, placeBooking } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })

function move(by: Person, { id }: { id: string }, status: string, reason?: string) {
  return by.client.ask(bookingRoutes.changeBookingStatus, { params: { id }, body: { status, reason } })
}

function assign(admin: Person, { id }: { id: string }, labPartnerId: string, by = admin) {
  return by.client.ask(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId } })
}

async function bookingAt(
  { admin, customer, lab, packageId }: Pick<Fixtures, 'admin' | 'customer' | 'lab' | 'packageId'>,
  status: BookingStatus,
): Promise<BookingView> {
  const booking = await placeBooking(customer, packageId)
  await assign(admin, booking, lab.labPartnerId)
  for (const next of ['confirmed', 'sample-collection', 'lab-processing', 'completed'] as const) {
    if (status === 'pending') break
    await move(lab, booking, next)
    if (next === status) break
  }
  return booking
}

async function eventsOf(stack: Stack, { id }: { id: string }): Promise<string[]> {
  const { rows } = await stack.database.asOwner(
    'select type from log.events where stream_id = $1 order by version',
    [`booking-${id}`],
  )
  return rows.map(({ type }) => type)
}

describe('the status of a booking', () => {
  it('is advanced step by step by its lab or an admin; others get 404', async ({
    admin,
    customer,
    otherCustomer,
    lab,
    otherLab,
    packageId,
  }) => {
    const booking = await bookingAt({ admin, customer, lab, packageId }, 'pending')
    for (const outsider of [otherCustomer, otherLab]) {
      expect(
        await move(outsider, booking, outsider === otherCustomer ? 'cancelled' : 'confirmed'),
      ).toMatchObject(refusal('not-found'))
      expect(
        await outsider.client.ask(bookingRoutes.getBooking, { params: { id: booking.id } }),
      ).toMatchObject(refusal('not-found'))
    }
    expect(await move(customer, booking, 'confirmed')).toMatchObject(refusal('forbidden'))
    expect(await move(lab, booking, 'cancelled')).toMatchObject(refusal('forbidden'))
    expect(await move(lab, booking, 'confirmed')).toMatchObject({
      status: 200,
      body: { status: 'confirmed' },
    })
    expect(await move(admin, booking, 'sample-collection')).toMatchObject({ status: 200 })
    expect(await move(admin, { id: randomUUID() }, 'confirmed')).toMatchObject(refusal('not-found'))
    expect(await move(admin, { id: 'x' }, 'confirmed')).toMatchObject(refusal('not-found'))
  })

  it('cannot be changed by a lab whose booking was given to another lab', async ({
    admin,
    customer,
    lab,
    otherLab,
    packageId,
  }) => {
    const booking = await bookingAt({ admin, customer, lab, packageId }, 'confirmed')
    await assign(admin, booking, otherLab.labPartnerId)
    expect(await move(lab, booking, 'sample-collection')).toMatchObject(refusal('not-found'))
    expect(await move(otherLab, booking, 'sample-collection')).toMatchObject({ status: 200 })
  })
})

describe('a step that is not the next one', () => {
  it('is refused with a sentence about the reason', async ({ admin, customer, lab, otherLab, packageId }) => {
    const pending = await placeBooking(customer, packageId)
    expect(await move(customer, pending, 'cancelled')).toMatchObject(refusal('cancel-only-confirmed'))
    expect(await move(admin, pending, 'lab-processing')).toMatchObject(refusal('wrong-status'))
    expect(await move(admin, pending, 'pending')).toMatchObject(refusal('wrong-status'))
    await move(admin, pending, 'confirmed')
    expect(await move(admin, pending, 'sample-collection')).toMatchObject(refusal('no-lab-assigned'))

    const collecting = await bookingAt({ admin, customer, lab, packageId }, 'sample-collection')
    expect(await move(lab, collecting, 'sample-collection')).toMatchObject(refusal('wrong-status'))
    expect(await assign(admin, collecting, otherLab.labPartnerId)).toMatchObject(refusal('collection-begun'))
    expect(await move(customer, collecting, 'cancelled')).toMatchObject(refusal('cancel-only-confirmed'))

    const completed = await bookingAt({ admin, customer, lab, packageId }, 'completed')
    expect(await move(lab, completed, 'completed')).toMatchObject(refusal('already-completed'))
    expect(await move(admin, completed, 'cancelled')).toMatchObject(refusal('already-completed'))
    expect(await assign(admin, completed, lab.labPartnerId)).toMatchObject(refusal('already-completed'))

    const cancelled = await bookingAt({ admin, customer, lab, packageId }, 'confirmed')
    expect(await move(customer, cancelled, 'cancelled')).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    })
    expect(await move(customer, cancelled, 'cancelled')).toMatchObject(refusal('cancel-only-confirmed'))
    expect(await move(admin, cancelled, 'cancelled')).toMatchObject(refusal('already-cancelled'))
    expect(await move(admin, cancelled, 'confirmed')).toMatchObject(refusal('already-cancelled'))
  })

  it('is invalid if it is not a status', async ({ admin, customer, packageId }) => {
    const booking = await placeBooking(customer, packageId)
    for (const body of [{}, { status: 'gone' }, { status: 7 }, { status: 'cancelled', reason: 'because' }]) {
      const answer = await admin.client.ask(bookingRoutes.changeBookingStatus, {
        params: { id: booking.id },
        body,
      })
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
  })
})

describe('the lab of a booking', () => {
  it('must exist and be approved', async ({ stack, admin, customer, lab, packageId }) => {
    const booking = await placeBooking(customer, packageId)
    const applicant = await applyAsLab(stack.url)
    expect(await assign(admin, booking, applicant.id)).toMatchObject(refusal('lab-not-approved'))
    expect(await assign(admin, booking, randomUUID())).toMatchObject(
      refusal('not-found', 'This lab is not known.'),
    )
    expect((await assign(admin, booking, 'x')).status).toBe(422)
    expect(await assign(admin, { id: randomUUID() }, lab.labPartnerId)).toMatchObject(refusal('not-found'))
    expect(await assign(admin, booking, lab.labPartnerId, customer)).toMatchObject(refusal('forbidden'))
  })

  it('is recorded once when it is assigned twice', async ({ stack, admin, customer, lab, packageId }) => {
    const booking = await placeBooking(customer, packageId)
    await assign(admin, booking, lab.labPartnerId)
    expect(await assign(admin, booking, lab.labPartnerId)).toMatchObject({ status: 200 })
    expect(await eventsOf(stack, booking)).toEqual(['BookingPlaced', 'LabAssigned'])
  })

  it('is one of two labs that two admins assign at the same time, and both answers are correct', async ({
    stack,
    admin,
    customer,
    lab,
    otherLab,
    packageId,
  }) => {
    const booking = await placeBooking(customer, packageId)
    const answers = await Promise.all([
      assign(admin, booking, lab.labPartnerId),
      assign(admin, booking, otherLab.labPartnerId),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await eventsOf(stack, booking)).toEqual(['BookingPlaced', 'LabAssigned', 'LabAssigned'])
    const { labPartnerId } = await customer.client.call(bookingRoutes.getBooking, {
      params: { id: booking.id },
    })
    expect([lab.labPartnerId, otherLab.labPartnerId]).toContain(labPartnerId)
  })
})

describe('commands at the same time', () => {
  it('advance the status by one step', async ({ stack, admin, customer, lab, packageId }) => {
    for (let n = 0; n < 5; n += 1) {
      const booking = await bookingAt({ admin, customer, lab, packageId }, 'pending')
      const answers = await Promise.all([
        move(lab, booking, 'confirmed'),
        move(lab, booking, 'confirmed'),
        move(admin, booking, 'confirmed'),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal('wrong-status'))
      expect(await eventsOf(stack, booking)).toEqual(['BookingPlaced', 'LabAssigned', 'BookingConfirmed'])
    }
  })

  it('either cancel or advance the booking', async ({ admin, customer, lab, packageId }) => {
    for (let n = 0; n < 5; n += 1) {
      const booking = await bookingAt({ admin, customer, lab, packageId }, 'confirmed')
      const [cancelled, moved] = await Promise.all([
        move(customer, booking, 'cancelled'),
        move(lab, booking, 'sample-collection'),
      ])
      expect([cancelled.status, moved.status].toSorted()).toEqual([200, 409])
      const now = await customer.client.call(bookingRoutes.getBooking, { params: { id: booking.id } })
      expect(now.status).toBe(cancelled.status === 200 ? 'cancelled' : 'sample-collection')
    }
  })
})

describe('a payment', () => {
  it('is recorded once, with any text as reference', async ({ admin, customer, lab, packageId }) => {
    for (const reference of ['UPI-4711', null, '', 'पर्ची 7', '\ud800']) {
      // half a character was our fault until the fuzz test sent one: jsonb refuses it
      const params = { id: (await bookingAt({ admin, customer, lab, packageId }, 'confirmed')).id }
      const body = { method: 'upi', reference }
      const paid = await lab.client.ask(bookingRoutes.recordPayment, { params, body })
      expect(paid, JSON.stringify(reference)).toMatchObject({ status: 200, body: { paymentStatus: 'paid' } })
      expect(await lab.client.ask(bookingRoutes.recordPayment, { params, body })).toMatchObject(
        refusal('already-paid'),
      )
    }
  })

  it('keeps its reference, which a person typed, in a row and not in the log', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const params = { id: (await bookingAt({ admin, customer, lab, packageId }, 'confirmed')).id }
    const body = { method: 'upi', reference: 'paid by Quillfeather' } as const
    await lab.client.call(bookingRoutes.recordPayment, { params, body })
    const { rows: kept } = await stack.database.asOwner(
      'select reference from payment_references where booking_id = $1',
      [params.id],
    )
    expect(kept).toEqual([{ reference: body.reference }])
    const { rows: logged } = await stack.database.asOwner(
      'select data::text from log.events where stream_id = $1',
      [`booking-${params.id}`],
    )
    expect(JSON.stringify(logged)).not.toContain('Quillfeather')
  })
})

describe('a request that is sent again with its Idempotency-Key', () => {
  const key = () => randomUUID()
  type Ask = { params: { id: string }; body?: Record<string, unknown>; idempotencyKey: string }

  it('has one effect, and the answer is a success again', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const booking = await placeBooking(customer, packageId)
    const params = { id: booking.id }
    const assigned: Ask = { params, body: { labPartnerId: lab.labPartnerId }, idempotencyKey: key() }
    const confirmed: Ask = { params, body: { status: 'confirmed' }, idempotencyKey: key() }
    const paid: Ask = { params, body: { method: 'upi', reference: 'UPI-1' }, idempotencyKey: key() }
    for (let n = 0; n < 3; n += 1) {
      expect(await admin.client.ask(bookingRoutes.assignLab, assigned)).toMatchObject({ status: 200 })
      expect(await lab.client.ask(bookingRoutes.changeBookingStatus, confirmed)).toMatchObject({
        status: 200,
        body: { status: 'confirmed' },
      })
      expect(await lab.client.ask(bookingRoutes.recordPayment, paid)).toMatchObject({
        status: 200,
        body: { paymentStatus: 'paid', labPartnerId: lab.labPartnerId },
      })
    }
    const without = { params, body: confirmed.body }
    expect(await lab.client.ask(bookingRoutes.changeBookingStatus, without)).toMatchObject(
      refusal('wrong-status'),
    )
    const once = ['BookingPlaced', 'LabAssigned', 'BookingConfirmed', 'PaymentRecorded']
    expect(await eventsOf(stack, booking)).toEqual(once)

    // answered with the present state: the booking moved on meanwhile
    await move(lab, booking, 'sample-collection')
    expect(await lab.client.ask(bookingRoutes.changeBookingStatus, confirmed)).toMatchObject({
      status: 200,
      body: { status: 'sample-collection' },
    })
  })

  it.for(['confirmOrder', 'declineOrder'] as const)(
    'has one effect: %s',
    async (answer, { stack, admin, customer, packageId }) => {
      const { id: prescriptionId } = await uploadPrescription(customer)
      const order = { customerId: customer.id, packageId, prescriptionId, totalAmount: 499, finalAmount: 499 }
      const { body: booking } = await admin.client.ask(bookingRoutes.placeBooking, { body: order })
      const request: Ask = { params: { id: booking.id }, idempotencyKey: key() }
      const status = answer === 'confirmOrder' ? 'confirmed' : 'cancelled'
      for (let n = 0; n < 2; n += 1) {
        expect(await customer.client.ask(bookingRoutes[answer], request)).toMatchObject({
          status: 200,
          body: { status },
        })
      }
      expect(await eventsOf(stack, booking)).toHaveLength(2)
    },
  )

  it('has one effect also when it arrives eight times at the same time', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    for (let n = 0; n < 5; n += 1) {
      const booking = await bookingAt({ admin, customer, lab, packageId }, 'pending')
      const request: Ask = {
        params: { id: booking.id },
        body: { status: 'confirmed' },
        idempotencyKey: key(),
      }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => lab.client.ask(bookingRoutes.changeBookingStatus, request)),
      )
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 200, body: { status: 'confirmed' } })
      expect(await eventsOf(stack, booking)).toEqual(['BookingPlaced', 'LabAssigned', 'BookingConfirmed'])
    }
  })

  it('is refused for another request, also at the same time; keys belong to one user and one call', async ({
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const [one, two] = [
      await bookingAt({ admin, customer, lab, packageId }, 'pending'),
      await bookingAt({ admin, customer, lab, packageId }, 'pending'),
    ]
    const idempotencyKey = key()
    const ask = (by: Person, id: string, status: string) =>
      by.client.ask(bookingRoutes.changeBookingStatus, { params: { id }, body: { status }, idempotencyKey })
    expect((await ask(lab, one.id, 'confirmed')).status).toBe(200)
    expect(await ask(lab, one.id, 'sample-collection')).toMatchObject(refusal('key-reused'))
    expect(await ask(lab, two.id, 'confirmed')).toMatchObject(refusal('key-reused'))
    expect(await ask(admin, two.id, 'confirmed')).toMatchObject({ status: 200 })
    const paying = { params: { id: one.id }, body: { method: 'upi' }, idempotencyKey }
    expect(await lab.client.ask(bookingRoutes.recordPayment, paying)).toMatchObject({ status: 200 })

    const shared = key()
    const answers = await Promise.all(
      ['upi', 'card'].map((method) =>
        lab.client.ask(bookingRoutes.recordPayment, {
          params: { id: two.id },
          body: { method },
          idempotencyKey: shared,
        }),
      ),
    )
    // the loser meets the key of the other request, or its payment
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422 || status === 409)).toHaveLength(1)
  })

  it('may be sent with the same key after it was refused', async ({ admin, customer, lab, packageId }) => {
    const booking = await placeBooking(customer, packageId)
    const request: Ask = {
      params: { id: booking.id },
      body: { status: 'sample-collection' },
      idempotencyKey: key(),
    }
    await move(admin, booking, 'confirmed')
    expect(await admin.client.ask(bookingRoutes.changeBookingStatus, request)).toMatchObject(
      refusal('no-lab-assigned'),
    )
    await assign(admin, booking, lab.labPartnerId)
    expect(await admin.client.ask(bookingRoutes.changeBookingStatus, request)).toMatchObject({ status: 200 })
  })

  it('does not show a booking to a lab that lost it', async ({
    admin,
    customer,
    lab,
    otherLab,
    packageId,
  }) => {
    const booking = await bookingAt({ admin, customer, lab, packageId }, 'pending')
    const request: Ask = { params: { id: booking.id }, body: { status: 'confirmed' }, idempotencyKey: key() }
    expect((await lab.client.ask(bookingRoutes.changeBookingStatus, request)).status).toBe(200)
    await assign(admin, booking, otherLab.labPartnerId)
    expect(await lab.client.ask(bookingRoutes.changeBookingStatus, request)).toMatchObject(
      refusal('not-found'),
    )
  })

  it('has one effect also when its key is forgotten, and is not mistaken for another request', async ({
    stack,
    admin,
    customer,
    lab,
    packageId,
  }) => {
    const booking = await bookingAt({ admin, customer, lab, packageId }, 'pending')
    const request: Ask = {
      params: { id: booking.id },
      body: { status: 'lab-processing' },
      idempotencyKey: key(),
    }
    const { database } = stack
    await lab.client.ask(bookingRoutes.changeBookingStatus, { ...request, body: { status: 'confirmed' } })
    await database.asOwner('delete from idempotency_keys')
    expect(
      await lab.client.ask(bookingRoutes.changeBookingStatus, { ...request, body: { status: 'confirmed' } }),
    ).toMatchObject({ status: 200 })
    expect(await eventsOf(stack, booking)).toEqual(['BookingPlaced', 'LabAssigned', 'BookingConfirmed'])
    // another request is no longer compared with the first, and is not mistaken for it
    expect(await lab.client.ask(bookingRoutes.changeBookingStatus, request)).toMatchObject(
      refusal('wrong-status'),
    )
  })
})
