import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { userRoutes } from '@jaanch/contracts/http/users'
import { refusal } from '@jaanch/tests/support/client'
import { bookingInput, type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { contentOf, type VisitRequest } from './requested-visit.ts'

const it = stackTest({ workers: false })

function place(
  { customer, packageId }: Pick<Fixtures, 'customer' | 'packageId'>,
  change: Record<string, unknown> = {},
  idempotencyKey?: string,
  who = customer,
) {
  return who.client.ask(bookingRoutes.placeBooking, {
    body: bookingInput(packageId, who.addressId, change),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

async function placedBy(stack: Stack, who: Customer): Promise<number> {
  const { rows } = await stack.database.asOwner(
    "select count(*)::int as n from log.events where type = 'BookingPlaced' and data ->> 'customerId' = $1",
    [who.id],
  )
  return rows[0].n
}

describe('placing a booking', () => {
  const today = () => istDate(new Date())

  it('is refused with a sentence about the reason', async ({ stack, customer, otherCustomer, packageId }) => {
    const theirs = await otherCustomer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Ravi', relationship: 'Son' },
    })
    const withdrawn = await createPackage(stack.database)
    await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [withdrawn])
    const before = await placedBy(stack, customer)
    const nobody = randomUUID()
    for (const [change, expected] of [
      [{ scheduledDate: addDays(today(), -1) }, refusal('date-past')],
      [{ scheduledDate: '2001-01-01' }, refusal('date-past')],
      [{ packageId: nobody }, refusal('package-unavailable')],
      [{ packageId: withdrawn }, refusal('package-unavailable')],
      [{ addressId: nobody }, refusal('not-found', 'This address is not known.')],
      [{ addressId: otherCustomer.addressId }, refusal('not-found', 'This address is not known.')],
      [{ familyMemberId: nobody }, refusal('not-found', 'This family member is not known.')],
      [{ familyMemberId: theirs.id }, refusal('not-found', 'This family member is not known.')],
    ] as const) {
      expect(await place({ customer, packageId }, change), JSON.stringify(change)).toMatchObject(expected)
    }
    expect(await placedBy(stack, customer)).toBe(before)
  })

  it('is refused if the test is not for the sex of the patient, once that is known', async ({
    stack,
    customer,
    packageId,
  }) => {
    const forWomen = await createPackage(stack.database)
    await stack.database.asOwner("update packages set gender_specific = 'female' where id = $1", [forWomen])
    const someone = await createCustomer(stack)
    const book = () => place({ customer, packageId }, { packageId: forWomen }, undefined, someone)
    expect((await book()).status).toBe(201)
    await someone.client.call(userRoutes.changeMe, { body: { gender: 'male' } })
    expect(await book()).toMatchObject({ status: 422, body: { error: 'This test is for women only.' } })
  })

  it('is refused if the slot has begun', async ({ customer, packageId }) => {
    // late in the evening no slot of today is left, early in the morning none has begun: yesterday is never bookable
    const hour = Number(new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(11, 13))
    const answer = await place(
      { customer, packageId },
      { scheduledDate: today(), scheduledTime: '06:00-08:00' },
    )
    if (hour >= 6) expect(answer).toMatchObject(refusal('slot-begun'))
    else expect(answer.status).toBe(201)
  })

  it('is refused if a field is invalid', async ({ customer, packageId }) => {
    for (const change of [
      { packageId: 'x' },
      { packageId: undefined },
      { addressId: null },
      { collectionType: 'tomorrow' },
      { paymentMethod: 'cash' },
      { scheduledDate: '2030-02-30' },
      { scheduledDate: 'soon' },
      { scheduledDate: null },
      { scheduledTime: null },
      { scheduledTime: '09:00' },
      { specialInstructions: 'a\u0000b' },
      { specialInstructions: 'a\u001bb' },
      { specialInstructions: 'x'.repeat(501) },
      { specialInstructions: { a: 1 } },
    ]) {
      expect((await place({ customer, packageId }, change)).status, JSON.stringify(change)).toBe(422)
    }
  })

  it('ignores prices and other fields of the request: the catalogue decides', async ({
    stack,
    customer,
    otherCustomer,
    packageId,
  }) => {
    const { status, body } = await place(
      { customer, packageId },
      {
        totalAmount: 1,
        finalAmount: 1,
        discountAmount: 500,
        customerId: otherCustomer.id,
        status: 'completed',
        paymentStatus: 'paid',
        priority: 'high',
        secret: 'not to be kept',
      },
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({
      totalAmount: 699,
      finalAmount: 499,
      customerId: customer.id,
      status: 'pending',
      paymentStatus: 'pending',
      priority: 'medium',
    })
    const { rows } = await stack.database.asOwner(
      `select (select string_agg(data::text, '') from log.events) || (select string_agg(d::text, '') from booking_details d) as everything`,
    )
    expect(rows[0].everything).not.toContain('not to be kept')
  })

  it('charges the total that the customer was shown, or is refused with the new one', async ({
    stack,
    customer,
    packageId,
  }) => {
    const key = randomUUID()
    const parent = await customer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Kamala', relationship: 'Mother' },
    })
    const two = {
      packageId: undefined,
      items: [{ packageIds: [packageId] }, { packageIds: [packageId], familyMemberId: parent.id }],
    }
    const before = await placedBy(stack, customer)
    const changed = (total: number) => ({
      status: 422,
      body: { code: 'price-changed', total, error: expect.stringContaining(`₹${total}`) },
    })
    for (const expectedTotal of [498.99, 699, 0])
      expect(await place({ customer, packageId }, { expectedTotal })).toMatchObject(changed(499))
    expect(await place({ customer, packageId }, { ...two, expectedTotal: 499 })).toMatchObject(changed(998))
    expect(await placedBy(stack, customer)).toBe(before)

    const booked = await place({ customer, packageId }, { expectedTotal: 499 }, key)
    expect(booked).toMatchObject({ status: 201, body: { finalAmount: 499 } })
    expect((await place({ customer, packageId }, { ...two, expectedTotal: 998 })).status).toBe(201)
    // repeated by an earlier release, which does not send it
    expect(await place({ customer, packageId }, {}, key)).toMatchObject({ status: 201, body: booked.body })
  })

  it('stores instructions in any script unchanged', async ({ customer, packageId }) => {
    for (const specialInstructions of [
      'दो बार घंटी बजाएँ',
      'line\nline\ttab',
      '🩸👩‍🔬',
      'O\'Brien \\ " $$ %s {x}',
      '<script>',
    ]) {
      const { status, body } = await place({ customer, packageId }, { specialInstructions })
      expect(status).toBe(201)
      expect(body).toMatchObject({ specialInstructions })
    }
    expect([201, 422]).toContain(
      (await place({ customer, packageId }, { specialInstructions: 'half a \ud800 character' })).status,
    )
  })

  it('drops date and time of an instant collection', async ({ customer, packageId }) => {
    const { body } = await place(
      { customer, packageId },
      { collectionType: 'instant', scheduledDate: '2001-01-01' },
    )
    expect(body).toMatchObject({ collectionType: 'instant', scheduledDate: null, scheduledTime: null })
  })
})

describe('an Idempotency-Key', () => {
  it('creates one booking for a repeated request, with the same answer', async ({
    stack,
    customer,
    packageId,
  }) => {
    const key = randomUUID()
    const first = await place({ customer, packageId }, {}, key)
    const before = await placedBy(stack, customer)
    const second = await place({ customer, packageId }, {}, key)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await placedBy(stack, customer)).toBe(before)
  })

  it('creates one booking for eight requests at the same time through two processes', async ({
    stack,
    customer,
    packageId,
  }) => {
    const elsewhere = await stack.anotherApi()
    const key = randomUUID()
    const before = await placedBy(stack, customer)
    const body = bookingInput(packageId, customer.addressId)
    const send = async (url: string) =>
      (
        await fetch(`${url}/api/bookings`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${customer.token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        })
      ).json() as Promise<{ id: string }>
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(n % 2 ? elsewhere : stack.url)),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await placedBy(stack, customer)).toBe(before + 1)
  })

  it('refuses another request with the same key, also at the same time', async ({ customer, packageId }) => {
    const key = randomUUID()
    expect((await place({ customer, packageId }, {}, key)).status).toBe(201)
    expect(await place({ customer, packageId }, { paymentMethod: 'upi' }, key)).toMatchObject(
      refusal('key-reused'),
    )

    for (let n = 0; n < 10; n += 1) {
      const together = randomUUID()
      const answers = await Promise.all([
        place({ customer, packageId }, { paymentMethod: 'upi', specialInstructions: 'upi' }, together),
        place({ customer, packageId }, { paymentMethod: 'card', specialInstructions: 'card' }, together),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
      const booking = answers.find(({ status }) => status === 201)?.body
      expect(booking?.specialInstructions).toBe(booking?.paymentMethod)
    }
  })

  it('books another request with the key of one that was refused', async ({ stack, customer, packageId }) => {
    const key = randomUUID()
    const before = await placedBy(stack, customer)
    expect(await place({ customer, packageId }, { expectedTotal: 1 }, key)).toMatchObject({
      body: { code: 'price-changed' },
    })
    const changed = await place({ customer, packageId }, { paymentMethod: 'upi' }, key)
    expect(changed).toMatchObject({ status: 201, body: { paymentMethod: 'upi' } })
    expect(await placedBy(stack, customer)).toBe(before + 1)
  })

  it('replaces details that another request left behind without an event, as an earlier release may', async ({
    stack,
    customer,
    packageId,
  }) => {
    const key = randomUUID()
    const bookingId = newIdFor('booking', customer.id, key)
    const body = bookingInput(packageId, customer.addressId, { specialInstructions: 'ours' })
    const request = { customer, packageId }
    const store = (hash: string) =>
      stack.database.asOwner(
        `insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash, created_at)
         values ($1, $2, null, 'theirs', $3, now() - interval '30 hours')`,
        [bookingId, customer.id, hash],
      )
    await store('of another request')
    expect(await place(request, { specialInstructions: 'ours' }, key)).toMatchObject(refusal('key-reused'))

    await stack.database.asOwner('delete from booking_details where booking_id = $1', [bookingId])
    const content = contentOf(bookingRoutes.placeBooking.body.parse(body) as VisitRequest)
    await store(hashOfBody(content))
    const placed = await place(request, { specialInstructions: 'ours' }, key)
    expect(placed).toMatchObject({ status: 201, body: { id: bookingId, specialInstructions: 'ours' } })
    const seen = await customer.client.call(bookingRoutes.getBooking, { params: { id: bookingId } })
    expect(seen).toMatchObject({ specialInstructions: 'ours', city: placed.body.city })
    // new again: rows without an event are collected after a day, and a collection may have begun before the event
    const { rowCount } = await stack.database.asOwner(
      "select from booking_details where booking_id = $1 and created_at > now() - interval '1 hour'",
      [bookingId],
    )
    expect(rowCount).toBe(1)
  })

  it('answers as the read tables do, for the customer and for a member of the family', async ({
    customer,
    packageId,
  }) => {
    const member = await customer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Ravi', relationship: 'Son' },
    })
    for (const change of [{}, { familyMemberId: member.id, specialInstructions: 'ring twice' }]) {
      const { body } = await place({ customer, packageId }, change)
      const {
        lines: _,
        reviewText: __,
        ...listed
      } = await customer.client.call(bookingRoutes.getBooking, {
        params: { id: body.id },
      })
      expect(body).toEqual(listed)
    }
  })

  it('belongs to its user: the same key of another user creates another booking', async ({
    customer,
    otherCustomer,
    packageId,
  }) => {
    const key = randomUUID()
    const [ours, theirs] = [
      await place({ customer, packageId }, {}, key),
      await place({ customer, packageId }, {}, key, otherCustomer),
    ]
    expect(theirs.status).toBe(201)
    expect(theirs.body).not.toEqual(ours.body)
    expect(theirs.body).toMatchObject({ customerId: otherCustomer.id })
  })

  it('returns the current state of the booking', async ({ stack, customer, packageId }) => {
    const key = randomUUID()
    const { body } = await place({ customer, packageId }, {}, key)
    await stack.database.asOwner('update packages set is_active = false where id = $1', [packageId])
    const again = await place({ customer, packageId }, {}, key)
    await stack.database.asOwner('update packages set is_active = true where id = $1', [packageId])
    expect(again).toMatchObject({ status: 201, body })
  })

  it('can be used again after a refused request', async ({ customer, packageId }) => {
    const key = randomUUID()
    expect(await place({ customer, packageId }, { scheduledDate: '2001-01-01' }, key)).toMatchObject(
      refusal('date-past'),
    )
    expect((await place({ customer, packageId }, {}, key)).status).toBe(201)
  })

  it('is refused if it is too long', async ({ customer, packageId }) => {
    expect((await place({ customer, packageId }, {}, 'k'.repeat(201))).status).toBe(400)
  })

  it('creates one address and one family member for a repeated request', async ({ stack }) => {
    const who = await createCustomer(stack)
    const key = randomUUID()
    const member = { name: 'Meera', relationship: 'Mother' as const }
    for (let n = 0; n < 2; n += 1) {
      await who.client.call(peopleRoutes.addFamilyMember, { body: member, idempotencyKey: key })
    }
    expect(await who.client.call(peopleRoutes.listFamilyMembers)).toHaveLength(1)
  })
})
