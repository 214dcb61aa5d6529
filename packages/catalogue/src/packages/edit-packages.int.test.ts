import { bookingCalls } from '@jaanch/booking/api'
import { readBooking } from '@jaanch/tests/support/bookings'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { eventsOf } from '@jaanch/tests/support/events'
import { createParameters } from '@jaanch/tests/support/parameters'
import { bookingInput, type Person, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { packageCalls } from './api.ts'

const { createPackage, changePackage, removePackage, getPackage, listPackages, searchPackages } = packageCalls

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

const created = ({ client }: Person, change: Record<string, unknown> = {}) =>
  client.call(createPackage, { body: { ...form, ...change } })

/** The events of a package. */
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
    expect(await eventsOf(stack, `package-${id}`)).toEqual([
      { type: 'PackageCreated', data: { packageId: id, price: 149_950 }, actor: `admin:${admin.id}` },
    ])
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
    expect(await eventsOf(stack, `package-${id}`)).toMatchObject([
      { type: 'PackageUpdated', data: { price: 75_000 } },
    ])

    const again = await admin.client.call(changePackage, {
      params: { id },
      body: { name: 'Iron Deep Dive', description: '', price: 750, fastingRequired: true },
    })
    expect(again.fastingHours).toBe(10)
  })

  it('does not change the name and price of existing bookings', async ({ admin, customer }) => {
    const { id } = await created(admin, { name: 'Before', price: 500, originalPrice: null })
    const booking = await placeBooking(customer, id)
    await admin.client.call(changePackage, { params: { id }, body: { ...form, name: 'After', price: 900 } })
    const kept = { packageName: 'Before', finalAmount: 500 }
    expect(await readBooking(customer, booking.id)).toMatchObject(kept)
    const next = await placeBooking(customer, id)
    expect(next).toMatchObject({ packageName: 'After', finalAmount: 900 })
  })
})

describe('removing a package', () => {
  it('makes it invisible in details, lists and search, once of two requests at a time, and it cannot be changed or booked [S7.4]', async ({
    stack,
    admin,
    customer,
  }) => {
    const { id } = await created(admin, { name: 'Farewell Panel', isPopular: true })
    const booking = await placeBooking(customer, id)
    const removals = await Promise.all([1, 2].map(() => admin.client.ask(removePackage, { params: { id } })))
    expect(removals.map(({ status }) => status).toSorted()).toEqual([204, 404])

    const visitor = createClient(stack.url)
    expect((await visitor.ask(getPackage, { params: { id } })).status).toBe(404)
    expect((await visitor.call(listPackages)).map((one) => one.id)).not.toContain(id)
    const popular = await visitor.call(packageCalls.listPopularPackages)
    expect(popular.map((one) => one.id)).not.toContain(id)
    expect(await namesOf(stack, 'farewell')).toEqual([])
    expect((await admin.client.ask(changePackage, { params: { id }, body: form })).status).toBe(404)
    const refused = await customer.client.ask(bookingCalls.placeBooking, {
      body: bookingInput(id, customer.addressId),
    })
    expect(refused).toMatchObject(refusal('package-unavailable'))

    const kept = { packageName: 'Farewell Panel', finalAmount: form.price }
    expect(await readBooking(customer, booking.id)).toMatchObject(kept)
    expect((await eventsOf(stack, `package-${id}`)).map(({ type }) => type)).toEqual([
      'PackageCreated',
      'PackageDeleted',
    ])
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
