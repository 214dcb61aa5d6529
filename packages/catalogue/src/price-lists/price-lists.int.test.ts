import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { auditOf } from '@jaanch/tests/support/audit'
import { readBooking } from '@jaanch/tests/support/bookings'
import { eventsOf } from '@jaanch/tests/support/events'
import { bookingInput, createApprovedLab, createPackage, type Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { packageCalls } from '../packages/api.ts'
import { type PriceListView, priceListCalls } from './api.ts'

const it = stackTest({ workers: false })
const { createPriceList, changePriceList, endPriceList, getPriceList, listPriceLists } = priceListCalls

const today = () => istDate(new Date())
const festival = (change: Record<string, unknown> = {}) => ({
  ...{ name: 'Diwali', kind: 'installation', from: today() },
  ...change,
})

function create(admin: Person, change?: Record<string, unknown>, idempotencyKey?: string) {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey }
  return admin.client.ask(createPriceList, { body: festival(change) as never, ...key })
}

/** Gives a list prices in rupees. */
function price(admin: Person, { id, version, name, from, until }: PriceListView, prices: [string, number][]) {
  return admin.client.ask(changePriceList, {
    params: { id },
    body: { version, name, from, until, prices: prices.map(([packageId, price]) => ({ packageId, price })) },
  })
}

/** A list of the installation that applies, with the price of a package. */
async function applied(admin: Person, packageId: string, rupees: number): Promise<PriceListView> {
  return (await price(admin, (await create(admin)).body, [[packageId, rupees]])).body
}

describe('a price list', () => {
  it('a price list is created, priced and ended; each change is in the log and in the audit trail', async ({
    stack,
    admin,
    packageId,
  }) => {
    const made = await create(admin)
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Diwali', subject: null, until: null, tests: 0, state: 'applies', version: 1 },
    })
    const { id } = made.body
    const priced = await price(admin, made.body, [[packageId, 399.5]])
    expect(priced).toMatchObject({ status: 200, body: { version: 2, tests: 1 } })
    expect(priced.body.items.find((item) => item.packageId === packageId)).toMatchObject({
      cataloguePrice: 499,
      price: 399.5,
    })
    const ended = await admin.client.ask(endPriceList, { params: { id }, body: { version: 2 } })
    expect(ended).toMatchObject({ status: 200, body: { until: today(), state: 'ended', version: 3 } })
    const again = await admin.client.ask(endPriceList, { params: { id }, body: { version: 2 } })
    expect(again).toMatchObject({ status: 200, body: { version: 3 } })

    const actor = `admin:${admin.id}`
    const event = { type: 'PriceListChanged', data: { priceListId: id }, actor }
    expect(await eventsOf(stack, `price-list-${id}`)).toEqual([event, event, event])
    const changes = ['created', 'changed', 'ended'].map((change) => ({ actor, details: { change } }))
    expect(await auditOf(stack, 'price-list-changed', `price-list:${id}`)).toMatchObject(changes)
    const listed = (await admin.client.call(listPriceLists)).find((list) => list.id === id)
    expect(listed).toMatchObject({ tests: 1, state: 'ended', version: 3 })
  })

  it('a price list is changed by one of two admins who read the same version', async ({
    stack,
    admin,
    packageId,
  }) => {
    const { body: list } = await create(admin)
    const answers = await Promise.all([399, 299].map((rupees) => price(admin, list, [[packageId, rupees]])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'conflict' } })
    expect(await eventsOf(stack, `price-list-${list.id}`)).toHaveLength(2)
  })

  it('a price list has the prices of the last change as a whole, and may be one of a lab or a name', async ({
    stack,
    admin,
    packageId,
  }) => {
    const other = await createPackage(stack.database)
    const { labPartnerId } = await createApprovedLab(stack.url, admin)
    const { body: ofLab } = await create(admin, { kind: 'lab', subject: labPartnerId })
    expect(ofLab).toMatchObject({ subject: labPartnerId, subjectName: expect.any(String) })
    const first = await price(admin, ofLab, [
      [packageId, 399],
      [other, 0],
    ])
    expect(first.body.tests).toBe(2)
    expect((await price(admin, first.body, [[other, 10]])).body.tests).toBe(1)
    expect((await price(admin, { ...ofLab, version: 3 }, [])).body.tests).toBe(0)
    const { body: ofDoctor } = await create(admin, { kind: 'doctor', subject: ' Dr  Mehta ' })
    expect(ofDoctor).toMatchObject({ subject: 'Dr Mehta', subjectName: 'Dr Mehta' })
    const { body } = await admin.client.ask(getPriceList, { params: { id: ofDoctor.id } })
    expect(body).toMatchObject({ id: ofDoctor.id, kind: 'doctor' })
  })

  it.for([
    ['without a name', { name: ' ' }],
    ['of the installation with a subject', { subject: 'Mehta' }],
    ['of a doctor without a name', { kind: 'doctor' }],
    ['of a lab that is a name', { kind: 'lab', subject: 'City Lab' }],
    ['of an unknown lab', { kind: 'lab', subject: randomUUID() }],
    ['that ends on the day on which it begins', { until: istDate(new Date()) }],
  ] as const)('a price list is refused %s', async ([_, change], { admin }) => {
    expect((await create(admin, change)).status).toBe(422)
  })

  it('a price list is refused with an unknown test or two prices of a test', async ({ admin, packageId }) => {
    const { body: list } = await create(admin)
    const twice: [string, number][] = [1, 2].map((rupees) => [packageId, rupees])
    for (const prices of [twice, [[randomUUID(), 1] as [string, number]]])
      expect((await price(admin, list, prices)).status).toBe(422)
  })
})

describe('the marketplace', () => {
  const views = async (visitor: Person['client'], id: string, name: string) => {
    const [list, found, one] = await Promise.all([
      visitor.call(packageCalls.listPackages),
      visitor.call(packageCalls.searchPackages, { query: { q: name } }),
      visitor.call(packageCalls.getPackage, { params: { id } }),
    ])
    return new Set([...list, ...found, one].filter((each) => each.id === id).map((each) => each.price))
  }

  it('the marketplace shows the price of a list from its day on, at once, everywhere, and the catalogue’s again when it is ended', async ({
    stack,
    admin,
    visitor,
  }) => {
    const name = `Listed ${randomUUID()}`
    const id = await createPackage(stack.database, { name })
    expect(await views(visitor, id, name)).toEqual(new Set([499]))
    const list = await applied(admin, id, 399)
    expect(await views(visitor, id, name)).toEqual(new Set([399]))
    const [newest] = await visitor.call(packageCalls.listPrices, { params: { id } })
    expect(newest?.price).toBe(399)
    const later = { ...list, from: addDays(today(), 1) }
    const { body } = await price(admin, later, [[id, 399]])
    expect(body.state).toBe('begins')
    expect(await views(visitor, id, name)).toEqual(new Set([499]))
    await admin.client.call(endPriceList, { params: { id: list.id }, body: { version: body.version } })
    expect(await views(visitor, id, name)).toEqual(new Set([499]))
  })

  it('the marketplace charges the price that the customer was shown, and the booking keeps the list', async ({
    stack,
    admin,
    customer,
  }) => {
    const id = await createPackage(stack.database)
    const list = await applied(admin, id, 399)
    const place = (expectedTotal: number) =>
      customer.client.ask(bookingCalls.placeBooking, {
        body: { ...bookingInput(id, customer.addressId), expectedTotal } as never,
      })
    expect(await place(499)).toMatchObject({ status: 422, body: { code: 'price-changed', total: 399 } })
    const placed = await place(399)
    expect(placed).toMatchObject({ status: 201, body: { finalAmount: 399 } })
    const { body } = await price(admin, { ...list, name: 'Over' }, [[id, 99]])
    expect(body.name).toBe('Over')
    expect((await readBooking(admin, placed.body.id)).lines).toEqual([
      expect.objectContaining({ packageId: id, price: 699, priceList: { id: list.id, name: 'Diwali' } }),
    ])
  })

  it('the marketplace orders from a prescription at the price of the list, and without one the line names none', async ({
    stack,
    admin,
    customer,
  }) => {
    const id = await createPackage(stack.database)
    const order = async (amount: number) => {
      const { id: prescriptionId } = await uploadPrescription(customer)
      const sums = { totalAmount: amount, finalAmount: amount }
      const body = { customerId: customer.id, packageId: id, prescriptionId, ...sums }
      return admin.client.ask(bookingCalls.placeBooking, { body: body as never })
    }
    const linesOf = async (bookingId: string) => (await readBooking(admin, bookingId)).lines
    const before = await order(499)
    expect((await linesOf(before.body.id))[0]).not.toHaveProperty('priceList')
    const list = await applied(admin, id, 399)
    expect(await order(499)).toMatchObject({ status: 422, body: { code: 'price-changed' } })
    const proposed = await order(399)
    expect(await linesOf(proposed.body.id)).toMatchObject([{ price: 399, priceList: { id: list.id } }])
  })

  it('the marketplace compares what a list makes cheaper', async ({ stack, admin, visitor }) => {
    const codes = [randomUUID(), randomUUID()]
    const [a, b, both] = await Promise.all([
      createPackage(stack.database),
      createPackage(stack.database),
      createPackage(stack.database, { price: 100_000, originalPrice: 100_000 }),
    ])
    await stack.database.asOwner('update packages set parameter_codes = $2 where id = $1', [both, codes])
    for (const [place, id] of [a, b].entries())
      await stack.database.asOwner('update packages set parameter_codes = $2 where id = $1', [
        id,
        [codes[place]],
      ])
    const query = { packageIds: `${a},${b}` }
    expect((await visitor.call(packageCalls.findOverlaps, { query: query as never })).cheaper).toBeNull()
    await applied(admin, both, 800)
    const { cheaper } = await visitor.call(packageCalls.findOverlaps, { query: query as never })
    expect(cheaper).toMatchObject({ price: 800, instead: 998, items: [{ id: both, price: 800 }] })
  })

  it('a program that sends back a package with a list’s price is refused, without it the price is the catalogue’s', async ({
    stack,
    admin,
  }) => {
    const id = await createPackage(stack.database)
    await applied(admin, id, 399)
    const read = await admin.client.call(packageCalls.getPackage, { params: { id } })
    expect(read).toMatchObject({ price: 399, cataloguePrice: 499 })
    const change = (body: object) =>
      admin.client.ask(packageCalls.changePackage, { params: { id }, body: body as never })
    expect((await change(read)).status).toBe(422)
    const { cataloguePrice, ...rest } = read
    expect(await change({ ...rest, price: 450 })).toMatchObject({
      status: 200,
      body: { price: 399, cataloguePrice: 450 },
    })
  })
})
