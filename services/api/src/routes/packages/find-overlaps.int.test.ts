import { packageRoutes } from '@jaanch/contracts/http/packages'
import { catalogueTimeline, readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { writeTimeline } from '@jaanch/infra/local/demo/timeline'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

// its own stack: what is cheaper depends on all tests of the catalogue
const it = ownStackTest({ workers: false })
it.beforeAll(async ({ stack }) => {
  await writeTimeline(stack.database.pool, catalogueTimeline(readCatalogue(), new Date(), 'system:test'))
})

const { entries } = readCatalogue()
const idOf = (code: string) => entries.find((entry) => entry.code === code)?.id ?? ''
const idsOf = (...codes: string[]) => ({ query: { packageIds: codes.map(idOf).join(',') } })
const { findOverlaps, listPrices, changePackage, removePackage } = packageRoutes

describe('what several tests have in common', () => {
  it('is told in rupees with the cheapest items, and the cheaper choice', async ({ visitor }) => {
    expect(await visitor.call(findOverlaps, idsOf('PKG-BASIC', 'PKG-LIVKID'))).toEqual({
      overlaps: [
        {
          packageId: idOf('PKG-LIVKID'),
          otherId: idOf('PKG-BASIC'),
          shared: 16,
          parameters: 35,
          alone: { price: 278, names: ['Urine Routine & Microscopy', 'Creatinine with eGFR'] },
        },
      ],
      cheaper: {
        items: [{ id: idOf('PKG-FULL'), name: 'Full Body Checkup', price: 1499 }],
        price: 1499,
        instead: 1898,
      },
    })
  })

  it('is nothing for one test, the same one twice, and tests without a common parameter', async ({
    visitor,
  }) => {
    const nothing = { overlaps: [], cheaper: null }
    for (const codes of [['PKG-FULL'], ['PKG-FULL', 'PKG-FULL'], ['CBC', 'TSH']])
      expect(await visitor.call(findOverlaps, idsOf(...codes))).toEqual(nothing)
    expect(await visitor.call(findOverlaps, { query: { packageIds: '' } })).toEqual(nothing)
    expect((await visitor.ask(findOverlaps, { query: { packageIds: 'CBC' } })).status).toBe(400)
  })
})

describe('the answer', () => {
  it('is made again after a change of the catalogue', async ({ stack, visitor }) => {
    const admin = await createAdmin(stack)
    const ask = async () => (await visitor.call(findOverlaps, idsOf('CHOL', 'TRIG', 'LIPID'))).cheaper?.price
    expect([await ask(), await ask()]).toEqual([399, 399])
    const body = { name: 'Lipid Profile', description: '', price: 389 }
    await admin.client.call(changePackage, { params: { id: idOf('LIPID') }, body })
    expect(await ask()).toBe(389)
  })

  it('can be asked for so often by one network', async ({ stack }) => {
    const asked = createClient(await stack.anotherApi({ limits: { overlapReads: 2 } }))
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1)
      statuses.push((await asked.ask(findOverlaps, idsOf('PKG-BASIC', 'PKG-LIVKID'))).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('the prices of a package', () => {
  it('are the changes in the log, newest first; other changes are none', async ({ stack, visitor }) => {
    const admin = await createAdmin(stack)
    const id = idOf('FBS')
    const change = (name: string, price: number) =>
      admin.client.call(changePackage, { params: { id }, body: { name, description: '', price } })
    for (const [name, price] of [['Fasting sugar', 79] as const, ['Sugar', 99] as const])
      await change(name, price)
    await change('Blood sugar', 99)
    const prices = await visitor.call(listPrices, { params: { id } })
    expect(prices.map(({ price }) => price)).toEqual([99, 79])
    expect(Date.parse(prices[0]?.since ?? '')).toBeGreaterThan(Date.parse(prices[1]?.since ?? ''))
    expect(Object.keys(prices[0] ?? {}).sort()).toEqual(['price', 'since'])
  })

  it('of which there are many are the last twelve', async ({ stack, visitor }) => {
    const admin = await createAdmin(stack)
    const params = { id: idOf('RBS') }
    for (let price = 101; price <= 114; price += 1)
      await admin.client.call(changePackage, {
        params,
        body: { name: 'Random sugar', description: '', price },
      })
    const prices = await visitor.call(listPrices, { params })
    expect(prices.map(({ price }) => price)).toEqual([
      114, 113, 112, 111, 110, 109, 108, 107, 106, 105, 104, 103,
    ])
  })

  it('are not told of what is not on offer', async ({ stack, visitor }) => {
    const admin = await createAdmin(stack)
    const params = { id: idOf('PPBS') }
    await admin.client.call(removePackage, { params })
    expect((await visitor.ask(listPrices, { params })).status).toBe(404)
    expect((await visitor.ask(listPrices, { params: { id: 'x' } })).status).toBe(404)
  })
})
