import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { userRoutes } from '@jaanch/contracts/http/users'
import { refusal } from '@jaanch/tests/support/client'
import { placedBy } from '@jaanch/tests/support/events'
import { bookingInput, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false }).extend(
  'place',
  { scope: 'file' },
  ({ customer, packageId }) =>
    (change: Record<string, unknown> = {}, idempotencyKey?: string, who = customer) =>
      who.client.ask(bookingRoutes.placeBooking, {
        body: bookingInput(packageId, who.addressId, change),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
)

describe('placing a booking', () => {
  const today = () => istDate(new Date())

  it('is refused with a sentence about the reason', async ({ stack, customer, otherCustomer, place }) => {
    const theirs = await otherCustomer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Ravi', relationship: 'Son' },
    })
    const withdrawn = await createPackage(stack.database)
    await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [withdrawn])
    const before = await placedBy(stack, customer)
    const nobody = randomUUID()
    for (const [change, expected] of [
      [{ scheduledDate: addDays(today(), -1) }, refusal('date-past')],
      [{ packageId: nobody }, refusal('package-unavailable')],
      [{ packageId: withdrawn }, refusal('package-unavailable')],
      [{ addressId: nobody }, refusal('not-found', 'This address is not known.')],
      [{ addressId: otherCustomer.addressId }, refusal('not-found', 'This address is not known.')],
      [{ familyMemberId: nobody }, refusal('not-found', 'This family member is not known.')],
      [{ familyMemberId: theirs.id }, refusal('not-found', 'This family member is not known.')],
    ] as const) {
      expect(await place(change), JSON.stringify(change)).toMatchObject(expected)
    }
    expect(await placedBy(stack, customer)).toBe(before)
  })

  it('is refused if the test is not for the sex of the patient, once that is known', async ({
    stack,
    place,
  }) => {
    const forWomen = await createPackage(stack.database)
    await stack.database.asOwner("update packages set gender_specific = 'female' where id = $1", [forWomen])
    const someone = await createCustomer(stack)
    const book = () => place({ packageId: forWomen }, undefined, someone)
    expect((await book()).status).toBe(201)
    await someone.client.call(userRoutes.changeMe, { body: { gender: 'male' } })
    expect(await book()).toMatchObject({ status: 422, body: { error: 'This test is for women only.' } })
  })

  it('is refused if a field is invalid [V2.2.2]', async ({ place }) => {
    for (const change of [
      { packageId: 'x' },
      { packageId: undefined },
      { packageIds: ['9b2f8f0e-5f43-4f3f-8a52-0a8a2f0b6c11'] },
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
      expect((await place(change)).status, JSON.stringify(change)).toBe(422)
    }
  })

  it('ignores prices and other fields of the request: the catalogue decides [S9.6 V15.3.3]', async ({
    stack,
    customer,
    otherCustomer,
    place,
  }) => {
    const { status, body } = await place({
      totalAmount: 1,
      finalAmount: 1,
      discountAmount: 500,
      customerId: otherCustomer.id,
      status: 'completed',
      paymentStatus: 'paid',
      priority: 'high',
      secret: 'not to be kept',
    })
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
    place,
  }) => {
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
      expect(await place({ expectedTotal })).toMatchObject(changed(499))
    expect(await place({ ...two, expectedTotal: 499 })).toMatchObject(changed(998))
    expect(await placedBy(stack, customer)).toBe(before)

    expect(await place({ expectedTotal: 499 })).toMatchObject({ status: 201, body: { finalAmount: 499 } })
    expect((await place({ ...two, expectedTotal: 998 })).status).toBe(201)
  })

  it('drops date and time of an instant collection', async ({ place }) => {
    const { body } = await place({ collectionType: 'instant', scheduledDate: '2001-01-01' })
    expect(body).toMatchObject({ collectionType: 'instant', scheduledDate: null, scheduledTime: null })
  })
})

describe('an Idempotency-Key', () => {
  it('refuses another request with the same key, also at the same time', async ({ place }) => {
    const key = randomUUID()
    expect((await place({}, key)).status).toBe(201)
    expect(await place({ paymentMethod: 'upi' }, key)).toMatchObject(refusal('key-reused'))

    for (let n = 0; n < 10; n += 1) {
      const together = randomUUID()
      const answers = await Promise.all(
        ['upi', 'card'].map((way) => place({ paymentMethod: way, specialInstructions: way }, together)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
      const booking = answers.find(({ status }) => status === 201)?.body
      expect(booking?.specialInstructions).toBe(booking?.paymentMethod)
    }
  })

  it('books another request with the key of one that was refused', async ({ stack, customer, place }) => {
    const key = randomUUID()
    const before = await placedBy(stack, customer)
    expect(await place({ expectedTotal: 1 }, key)).toMatchObject({
      body: { code: 'price-changed' },
    })
    const changed = await place({ paymentMethod: 'upi' }, key)
    expect(changed).toMatchObject({ status: 201, body: { paymentMethod: 'upi' } })
    expect(await placedBy(stack, customer)).toBe(before + 1)
  })

  it('creates one booking for a repeated request, and returns its current state', async ({
    stack,
    customer,
    packageId,
    place,
  }) => {
    const key = randomUUID()
    const { body } = await place({}, key)
    await stack.database.asOwner('update packages set is_active = false where id = $1', [packageId])
    const before = await placedBy(stack, customer)
    const again = await place({}, key)
    expect(await placedBy(stack, customer)).toBe(before)
    await stack.database.asOwner('update packages set is_active = true where id = $1', [packageId])
    expect(again).toMatchObject({ status: 201, body })
  })

  it('is refused if it is too long', async ({ place }) => {
    expect((await place({}, 'k'.repeat(201))).status).toBe(400)
  })
})
