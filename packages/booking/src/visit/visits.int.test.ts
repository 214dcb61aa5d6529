import { randomUUID } from 'node:crypto'
import { appendIdOf, newIdFor } from '@jaanch/eventlog/idempotency'
import { readBooking } from '@jaanch/tests/support/bookings'
import { refusal } from '@jaanch/tests/support/client'
import { placedBy } from '@jaanch/tests/support/events'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { createLimitedLabs } from '@jaanch/tests/support/limited-labs'
import {
  bookingInput,
  type Customer,
  createCustomer,
  createPackage,
  type Person,
} from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const file = { scope: 'file' } as const
const it = stackTest({ workers: false })
  .extend('tests', file, async ({ stack }) => ({
    thyroid: await createTest(stack, 'Thyroid Profile', ['TSH', 'T3']),
    lipid: await createTest(stack, 'Lipid Profile', ['LDL', 'HDL']),
    checkup: await createTest(stack, 'Full Body Checkup', ['HDL', 'HGB', 'LDL']),
    forMen: await createTest(stack, 'Prostate Profile', ['PSA'], 'male'),
  }))
  .extend('family', file, async ({ customer }) => ({
    ravi: await addMember(customer, 'Ravi', 'male'),
    meera: await addMember(customer, 'Meera', 'female'),
  }))

async function createTest({ database }: Stack, name: string, codes: string[], sex = 'both'): Promise<string> {
  const id = await createPackage(database, { name })
  await database.asOwner('update packages set parameter_codes = $2, gender_specific = $3 where id = $1', [
    id,
    codes,
    sex,
  ])
  return id
}

const addMember = async (customer: Customer, name: string, gender: 'male' | 'female') =>
  (await addFamilyMember(customer, { name, gender })).id

type Item = { packageIds: string[]; familyMemberId?: string | null }

/** The same test for the customer and for two others */
async function forThree(customer: Customer, packageId: string): Promise<Item[]> {
  const members = await Promise.all(['Ravi', 'Meera'].map((name) => addMember(customer, name, 'male')))
  return [undefined, ...members].map((id) => ({ packageIds: [packageId], familyMemberId: id ?? null }))
}

function visit(
  customer: Customer,
  items: Item[],
  change: Record<string, unknown> = {},
  idempotencyKey?: string,
) {
  const { packageId: _, ...body } = bookingInput('', customer.addressId, { ...change, items })
  return customer.client.ask(bookingCalls.placeBooking, {
    body,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

const statusOf = async (customer: Customer, id: string) => (await readBooking(customer, id)).status

describe('several people', () => {
  it('have a booking each, with a line for each test at the prices of the catalogue, in one visit with the same time, address and payment', async ({
    stack,
    customer,
    tests,
    family,
  }) => {
    const { status, body } = await visit(
      customer,
      [
        { packageIds: [tests.checkup], familyMemberId: family.meera },
        { packageIds: [tests.thyroid, tests.lipid] },
        { packageIds: [tests.thyroid], familyMemberId: family.ravi },
      ],
      { paymentMethod: 'upi', specialInstructions: 'Ring twice' },
    )
    expect(status).toBe(201)
    const { bookings = [], ...first } = body
    expect(bookings).toHaveLength(3)
    expect(bookings[0]).toEqual(first)
    expect(bookings.map(({ familyMember }) => familyMember?.name)).toEqual(['Meera', undefined, 'Ravi'])
    expect(bookings.map(({ finalAmount }) => finalAmount)).toEqual([499, 998, 499])
    expect(new Set(bookings.map(({ visitId }) => visitId)).size).toBe(1)
    const rows = await customer.client.call(bookingCalls.listBookings)
    for (const booking of bookings) {
      expect(booking).toMatchObject({ paymentMethod: 'upi', specialInstructions: 'Ring twice', visitSize: 3 })
      expect(booking).toMatchObject({ scheduledTime: '08:00-10:00', visitId: expect.any(String) })
      const { lines: _, reviewText: __, visitCode: ___, ...read } = await readBooking(customer, booking.id)
      expect({ ...booking, reportExpected: null }).toEqual({ ...read, reportExpected: null })
      expect(rows.find(({ id }) => id === booking.id)).toMatchObject({
        packages: booking.packages,
        visitSize: 3,
      })
    }
    expect((await readBooking(customer, bookings[1]?.id ?? '')).lines).toEqual([
      { packageId: tests.thyroid, name: 'Thyroid Profile', price: 699 },
      { packageId: tests.lipid, name: 'Lipid Profile', price: 699 },
    ])
    const { rows: details } = await stack.database.asOwner(
      'select booking_id from booking_details where visit_id = $1 and address is not null',
      [first.visitId],
    )
    expect(details.map((row) => row.booking_id).toSorted()).toEqual(bookings.map(({ id }) => id).toSorted())
  })

  it('are booked all or none: not if one of the streams exists already', async ({
    stack,
    customer,
    appender,
    tests,
    family,
  }) => {
    const key = randomUUID()
    const first = newIdFor('booking', customer.id, key)
    const second = appendIdOf('booking of a visit', first, 0)
    const { body } = await visit(customer, [{ packageIds: [tests.lipid] }])
    const { rows } = await stack.database.asOwner('select data from log.events where stream_id = $1', [
      `booking-${body.id}`,
    ])
    await appender.append({
      id: randomUUID(),
      streamId: `booking-${second}`,
      expected: 0,
      events: [{ type: 'BookingPlaced', data: { ...rows[0].data, bookingId: second } }],
      actor: 'system:test',
    })
    const before = await placedBy(stack, customer)
    const items = [
      { packageIds: [tests.lipid] },
      { packageIds: [tests.thyroid], familyMemberId: family.ravi },
    ]
    expect(await visit(customer, items, {}, key)).toMatchObject(refusal('conflict'))
    expect(await placedBy(stack, customer)).toBe(before)
    const details = await stack.database.asOwner('select from booking_details where booking_id = $1', [first])
    expect(details.rowCount).toBe(0)
  })
})

describe('a visit is refused', () => {
  it('with a sentence about the person or the test', async ({ stack, customer, tests, family }) => {
    const before = await placedBy(stack, customer)
    const { lipid, checkup, thyroid, forMen } = tests
    const invalid = (text: string) => refusal('invalid', text)
    for (const [items, expected] of [
      [[{ packageIds: [lipid, lipid] }], invalid('A test is there twice for the same person.')],
      [
        [{ packageIds: [lipid] }, { packageIds: [thyroid], familyMemberId: null }],
        invalid('Somebody is in this visit twice. Please choose all tests of a person together.'),
      ],
      [
        [{ packageIds: [thyroid] }, { packageIds: [lipid, thyroid, checkup], familyMemberId: family.ravi }],
        invalid('Lipid Profile is already part of Full Body Checkup.'),
      ],
      [
        [
          { packageIds: [forMen], familyMemberId: family.ravi },
          { packageIds: [forMen], familyMemberId: family.meera },
        ],
        invalid('Prostate Profile for Meera: This test is for men only.'),
      ],
      [
        [{ packageIds: [lipid] }, { packageIds: [lipid], familyMemberId: randomUUID() }],
        refusal('not-found', 'This family member is not known.'),
      ],
      [[{ packageIds: [lipid, randomUUID()] }], refusal('package-unavailable')],
    ] as const) {
      expect(await visit(customer, items as never), JSON.stringify(items)).toMatchObject(expected)
    }
    expect(await placedBy(stack, customer)).toBe(before)
  })
})

describe('a visit is cancelled', () => {
  const cancel = (by: Person, id: string, change: Record<string, unknown> = {}, idempotencyKey?: string) =>
    by.client.ask(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled', ...change },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
  const confirm = (by: Person, id: string) =>
    by.client.call(bookingCalls.changeBookingStatus, { params: { id }, body: { status: 'confirmed' } })

  it('for one person, or for all who are left: then the one place of all is free', async ({
    stack,
    admin,
    tests,
  }) => {
    const [lab] = await createLimitedLabs(stack, 1)
    const customer = await createCustomer(stack)
    const items = await forThree(customer, tests.lipid)
    const addressId = await lab?.addressOf(customer)
    const { body } = await visit(customer, items, { addressId })
    expect(await lab?.taken()).toEqual([{ id: body.visitId, bookings: 3, customerId: customer.id }])
    expect(await visit(customer, items, { addressId })).toMatchObject(refusal('slot-full'))
    expect(await placedBy(stack, customer)).toBe(3)
    const [one = '', two = '', three = ''] = body.bookings?.map(({ id }) => id) ?? []
    expect((await cancel(admin, two)).status).toBe(200)
    expect(await lab?.taken()).toMatchObject([{ id: body.visitId, bookings: 2 }])

    await confirm(admin, one)
    // none, because one of them may not be cancelled by the customer yet
    expect(await cancel(customer, one, { visit: true })).toMatchObject(refusal('cancel-only-confirmed'))
    expect([await statusOf(customer, one), await statusOf(customer, three)]).toEqual(['confirmed', 'pending'])
    await confirm(admin, three)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => cancel(customer, one, { visit: true }, key)),
    )
    answers.push(await cancel(customer, one, { visit: true }, key))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { id: one, status: 'cancelled' } })
    }
    expect(await statusOf(customer, three)).toBe('cancelled')
    expect(await lab?.taken()).toEqual([])
    expect(await cancel(admin, one, { visit: true })).toMatchObject(refusal('wrong-status'))
  })

  it('person by person in the same moment: each knows of the others, and its place is free', async ({
    stack,
    admin,
    tests,
  }) => {
    const [lab] = await createLimitedLabs(stack, 1)
    const customer = await createCustomer(stack)
    const items = await forThree(customer, tests.lipid)
    const { body } = await visit(customer, items, { addressId: await lab?.addressOf(customer) })
    const ids = body.bookings?.map(({ id }) => id) ?? []
    const answers = await Promise.all(ids.map((id) => cancel(admin, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await lab?.taken()).toEqual([])
  })
})
