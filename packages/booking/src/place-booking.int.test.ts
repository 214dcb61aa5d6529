import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { refusal } from '@jaanch/tests/support/client'
import { placedBy } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { bookingInput, createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from './api.ts'

const it = stackTest({ workers: false }).extend(
  'place',
  { scope: 'file' },
  ({ customer, packageId }) =>
    (change: Record<string, unknown> = {}, idempotencyKey?: string, who = customer) =>
      who.client.ask(bookingCalls.placeBooking, {
        body: bookingInput(packageId, who.addressId, change),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
)

describe('placing a booking', () => {
  it('is refused with a sentence about the reason', async ({ stack, customer, otherCustomer, place }) => {
    const theirs = await addFamilyMember(otherCustomer)
    const withdrawn = await createPackage(stack.database)
    await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [withdrawn])
    const forWomen = await createPackage(stack.database)
    await stack.database.asOwner("update packages set gender_specific = 'female' where id = $1", [forWomen])
    const man = await addFamilyMember(customer, { gender: 'male' })
    const before = await placedBy(stack, customer)
    const nobody = randomUUID()
    for (const [change, expected] of [
      [{ scheduledDate: addDays(istDate(new Date()), -1) }, refusal('date-past')],
      [{ packageId: nobody }, refusal('package-unavailable')],
      [{ packageId: withdrawn }, refusal('package-unavailable')],
      [{ addressId: nobody }, refusal('not-found', 'This address is not known.')],
      [{ addressId: otherCustomer.addressId }, refusal('not-found', 'This address is not known.')],
      [{ familyMemberId: nobody }, refusal('not-found', 'This family member is not known.')],
      [{ familyMemberId: theirs.id }, refusal('not-found', 'This family member is not known.')],
      [{ packageId: forWomen, familyMemberId: man.id }, refusal('invalid', 'This test is for women only.')],
    ] as const) {
      expect(await place(change), JSON.stringify(change)).toMatchObject(expected)
    }
    expect(await placedBy(stack, customer)).toBe(before)
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
    const parent = await addFamilyMember(customer)
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
})

describe('an Idempotency-Key', () => {
  it('refuses another request with the same key, also at the same time', async ({ place }) => {
    const key = randomUUID()
    expect((await place({}, key)).status).toBe(201)
    expect(await place({ paymentMethod: 'upi' }, key)).toMatchObject(refusal('key-reused'))

    for (let n = 0; n < 5; n += 1) {
      const together = randomUUID()
      const answers = await Promise.all(
        ['upi', 'card'].map((way) => place({ paymentMethod: way, specialInstructions: way }, together)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
      const booking = answers.find(({ status }) => status === 201)?.body
      expect(booking?.specialInstructions).toBe(booking?.paymentMethod)
    }
  })

  it('books another request with the key of one that was refused, and a repeated one once, though its test is not offered any more', async ({
    stack,
    customer,
    packageId,
    place,
  }) => {
    const key = randomUUID()
    const before = await placedBy(stack, customer)
    expect(await place({ expectedTotal: 1 }, key)).toMatchObject({
      body: { code: 'price-changed' },
    })
    const changed = await place({ paymentMethod: 'upi' }, key)
    expect(changed).toMatchObject({ status: 201, body: { paymentMethod: 'upi' } })
    await stack.database.asOwner('update packages set is_active = false where id = $1', [packageId])
    const again = await place({ paymentMethod: 'upi' }, key)
    await stack.database.asOwner('update packages set is_active = true where id = $1', [packageId])
    expect(again).toMatchObject({ status: 201, body: changed.body })
    expect(await placedBy(stack, customer)).toBe(before + 1)
  })
})
