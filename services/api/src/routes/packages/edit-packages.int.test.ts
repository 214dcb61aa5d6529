import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import { bookingInput, type Person, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const { createPackage, changePackage, removePackage, getPackage, listPackages, searchPackages } =
  packageRoutes

const form = {
  name: 'Marathon Readiness',
  description: 'For runners',
  price: 1499.5,
  originalPrice: 1999,
  testsIncluded: 12,
  sampleType: 'mixed',
  fastingRequired: true,
  isPopular: false,
} as const

const create = (admin: Person, change: Record<string, unknown> = {}, idempotencyKey?: string) =>
  admin.client.ask(createPackage, {
    body: { ...form, ...change },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })

async function created(admin: Person, change: Record<string, unknown> = {}) {
  const { status, body } = await create(admin, change)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** The events of a package. */
async function eventsOf(stack: Stack, id: string) {
  const { rows } = await stack.database.asOwner(
    'select type, data, actor from log.events where stream_id = $1 order by position',
    [`package-${id}`],
  )
  return rows
}

const namesOf = async (stack: Stack, q: string) =>
  (await createClient(stack.url).call(searchPackages, { query: { q } })).map(({ name }) => name)

describe('creating a package', () => {
  it('stores the fields of the form; the package is listed, found by search and recorded in the log [S7.4]', async ({
    stack,
    admin,
  }) => {
    const { id } = await created(admin, { name: 'Trekking Check' })
    const view = await createClient(stack.url).call(getPackage, { params: { id } })
    expect(view).toMatchObject({
      ...form,
      name: 'Trekking Check',
      category: 'Other',
      isActive: true,
      testParameters: [],
    })
    expect((await createClient(stack.url).call(listPackages)).map((one) => one.id)).toContain(id)
    expect(await namesOf(stack, 'treking')).toEqual(['Trekking Check'])
    expect(await eventsOf(stack, id)).toEqual([
      { type: 'PackageCreated', data: { packageId: id, price: 149_950 }, actor: `admin:${admin.id}` },
    ])
  })

  it('accepts numbers as text, and requires only a name and a price', async ({ admin }) => {
    const { id } = await created(admin, { price: '249.50', originalPrice: '', testsIncluded: '3' })
    expect(await admin.client.call(getPackage, { params: { id } })).toMatchObject({
      price: 249.5,
      originalPrice: null,
      testsIncluded: 3,
    })
    const { body: bare } = await admin.client.ask(createPackage, { body: { name: 'Bare', price: 0 } })
    expect(bare).toMatchObject({ description: '', price: 0, testsIncluded: 1, sampleType: 'blood' })
    expect(bare).toMatchObject({ fastingRequired: false, isPopular: false, originalPrice: null })
  })
})

describe('changing a package', () => {
  it('changes every field of the form and no other column [S7.4]', async ({ stack, admin }) => {
    const id = await createCataloguedTest(stack)
    const changed = await admin.client.call(changePackage, {
      params: { id },
      body: { name: 'Iron Deep Dive', description: '', price: 750, testsIncluded: 5, isPopular: true },
    })
    expect(changed).toMatchObject({
      name: 'Iron Deep Dive',
      description: '',
      price: 750,
      originalPrice: null,
      testsIncluded: 5,
      fastingRequired: false,
      fastingHours: null,
      isPopular: true,
      category: 'Vitamins & Minerals',
      reportDeliveryTime: '24 hours',
      testParameters: [{ name: 'Ferritin', unit: 'ng/mL', normalRange: 'Men 30–400, women 13–150' }],
    })
    expect(await namesOf(stack, 'iron man')).toContain('Iron Deep Dive')
    expect(await namesOf(stack, 'deep dive')).toEqual(['Iron Deep Dive'])
    expect(await namesOf(stack, 'Old Name Of Iron')).not.toContain('Old Name Of Iron')
    expect(await eventsOf(stack, id)).toMatchObject([{ type: 'PackageUpdated', data: { price: 75_000 } }])

    const again = await admin.client.call(changePackage, {
      params: { id },
      body: { name: 'Iron Deep Dive', description: '', price: 750, fastingRequired: true },
    })
    expect(again.fastingHours).toBe(10)
  })

  it('takes the package as it was read, and names what it ignored', async ({ admin }) => {
    const read = await created(admin, { name: 'Read and sent back' })
    const { status, headers, body } = await admin.client.ask(changePackage, {
      params: { id: read.id },
      body: { ...read, price: 999 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Read and sent back', price: 999 })
    expect(headers.get('ignored-fields')).toContain('"category"')
  })

  it('does not change the name and price of existing bookings', async ({ admin, customer }) => {
    const { id } = await created(admin, { name: 'Before', price: 500, originalPrice: null })
    const booking = await placeBooking(customer, id)
    await admin.client.call(changePackage, { params: { id }, body: { ...form, name: 'After', price: 900 } })
    expect(
      await customer.client.call(bookingRoutes.getBooking, { params: { id: booking.id } }),
    ).toMatchObject({
      packageName: 'Before',
      finalAmount: 500,
    })
    const next = await placeBooking(customer, id)
    expect(next).toMatchObject({ packageName: 'After', finalAmount: 900 })
  })
})

describe('removing a package', () => {
  it('makes it invisible in details, lists and search, and it cannot be changed, removed again or booked [S7.4]', async ({
    stack,
    admin,
    customer,
  }) => {
    const { id } = await created(admin, { name: 'Farewell Panel', isPopular: true })
    const booking = await placeBooking(customer, id)
    const { status, body } = await admin.client.ask(removePackage, { params: { id } })
    expect({ status, body }).toEqual({ status: 204, body: undefined })

    const visitor = createClient(stack.url)
    expect((await visitor.ask(getPackage, { params: { id } })).status).toBe(404)
    expect((await visitor.call(listPackages)).map((one) => one.id)).not.toContain(id)
    const popular = await visitor.call(packageRoutes.listPopularPackages)
    expect(popular.map((one) => one.id)).not.toContain(id)
    expect(await namesOf(stack, 'farewell')).toEqual([])
    expect((await admin.client.ask(changePackage, { params: { id }, body: form })).status).toBe(404)
    expect((await admin.client.ask(removePackage, { params: { id } })).status).toBe(404)
    const refused = await customer.client.ask(bookingRoutes.placeBooking, {
      body: bookingInput(id, customer.addressId),
    })
    expect(refused).toMatchObject(refusal('package-unavailable'))

    expect(
      await customer.client.call(bookingRoutes.getBooking, { params: { id: booking.id } }),
    ).toMatchObject({
      packageName: 'Farewell Panel',
      finalAmount: form.price,
    })
    expect((await eventsOf(stack, id)).map(({ type }) => type)).toEqual(['PackageCreated', 'PackageDeleted'])
  })

  it('works for one of two concurrent requests', async ({ stack, admin }) => {
    const { id } = await created(admin, { name: 'Contested' })
    const answers = await Promise.all([1, 2].map(() => admin.client.ask(removePackage, { params: { id } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect(await eventsOf(stack, id)).toHaveLength(2)
  })
})

/** A package as in the catalogue's file: with aliases, a parameter and fasting hours, which the form does not have. */
async function createCataloguedTest(stack: Stack): Promise<string> {
  await createParameters(stack.database)
  const id = '00000000-0000-4000-8000-0000000000f1'
  await stack.database.asOwner(
    `insert into packages (id, code, name, category, price, original_price, report_delivery_time, aliases, parameter_codes,
                           fasting_required, fasting_hours)
     values ($1, 'IRN', 'Old Name Of Iron', 'Vitamins & Minerals', 50000, 60000, '24 hours', '{iron man}', '{FERR}',
             true, 10)`,
    [id],
  )
  return id
}
