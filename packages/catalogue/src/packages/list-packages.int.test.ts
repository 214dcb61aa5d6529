import { catalogueTimeline, readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { writeTimeline } from '@jaanch/infra/local/demo/timeline'
import { type Client, createClient, readPages } from '@jaanch/tests/support/client'
import { createAdmin } from '@jaanch/tests/support/people'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { concernSearches, exampleSearches } from '../search/fixed-searches.ts'
import { packageCalls } from './api.ts'

// the catalogue is the whole table: what is cheaper depends on all its tests
const it = ownStackTest({ workers: false })
it.beforeAll(async ({ stack }) => {
  await writeTimeline(stack.database.pool, catalogueTimeline(readCatalogue(), new Date(), 'system:test'))
})

const { entries } = readCatalogue()
const { listPackages, listPopularPackages, getPackage, searchPackages, suggestSearches } = packageCalls
const { findOverlaps, listPrices, changePackage, removePackage } = packageCalls
const idOf = (code: string) => entries.find((entry) => entry.code === code)?.id ?? ''
const idsOf = (...codes: string[]) => ({ query: { packageIds: codes.map(idOf).join(',') } })

describe('the list of packages', () => {
  it('contains all packages, popular ones first, each group by name', async ({ visitor }) => {
    const { body, headers } = await visitor.ask(listPackages)
    const all = body
    expect(headers.get('link')).toBeNull()
    expect(all).toHaveLength(entries.length)
    const popular = all.filter(({ isPopular }) => isPopular)
    expect(all.slice(0, popular.length)).toEqual(popular)
    for (const part of [popular, all.slice(popular.length)]) {
      const names = part.map(({ name }) => name)
      expect(names).toEqual(names.toSorted())
    }
    expect(all.every(({ testParameters }) => testParameters.length === 0)).toBe(true)
  })

  it('comes in pages without a gap or a repetition', async ({ visitor }) => {
    const paged: { id: string }[] = []
    const pages = readPages<{ id: string }>(visitor, '/api/packages?limit=13')
    for await (const { body } of pages) paged.push(...body)
    expect(paged).toEqual(await visitor.call(listPackages))
  })

  it('has the popular packages in a list of their own [S7.3]', async ({ visitor }) => {
    const popular = entries.filter(({ isPopular }) => isPopular).map(({ id }) => id)
    const listed = (await visitor.call(listPopularPackages)).map(({ id }) => id)
    expect(listed.toSorted()).toEqual(popular.toSorted())
  })
})

describe('the details of a package', () => {
  const detailsOf = (visitor: Client, code: string) =>
    visitor.call(getPackage, { params: { id: idOf(code) } })

  it('list a parameter for each included test, with the ranges of men and women, in the order of the catalogue [S7.3]', async ({
    visitor,
  }) => {
    const { testParameters, ...rest } = await detailsOf(visitor, 'CBC')
    expect(rest).toMatchObject({ name: 'Complete Blood Count (CBC)', price: 299, originalPrice: 450 })
    expect(testParameters).toHaveLength(17)
    for (const { id, name, testsIncluded } of entries) {
      const details = await visitor.call(getPackage, { params: { id } })
      expect(details.testParameters, name).toHaveLength(testsIncluded)
    }
    expect(testParameters.slice(0, 4)).toEqual([
      { name: 'Haemoglobin', normalRange: 'Men 13–17, women 12–15', unit: 'g/dL' },
      { name: 'Red cell count', normalRange: 'Men 4.5–5.5, women 3.8–4.8', unit: 'million/µL' },
      { name: 'Haematocrit (PCV)', normalRange: 'Men 40–50, women 36–46', unit: '%' },
      { name: 'MCV', normalRange: '83–101', unit: 'fL' },
    ])
  })
})

describe('a search over HTTP', () => {
  it('returns packages, best match first [S7.3]', async ({ visitor }) => {
    const [first] = await visitor.call(searchPackages, { query: { q: ' Thyriod ' } })
    expect(first).toMatchObject({ name: 'Thyroid Profile (T3, T4, TSH)', isPopular: true })
  })
})

describe('the suggested searches', () => {
  it('are all fixed ones and the most common other conditions of a large catalogue', async ({ visitor }) => {
    const { packages, found, conditions } = await visitor.call(suggestSearches)
    expect(packages).toBe(entries.length)
    expect(found.toSorted()).toEqual([...new Set([...concernSearches, ...exampleSearches])].toSorted())
    expect(conditions).toHaveLength(8)
    expect(conditions.map(({ packages }) => packages)).toEqual(
      conditions.map(({ packages }) => packages).toSorted((a, b) => b - a),
    )
    for (const { name, packages } of conditions) {
      expect(
        entries.filter((entry) => entry.conditions.includes(name)),
        name,
      ).toHaveLength(packages)
      expect(concernSearches.join(' ').toLowerCase().split(' ')).not.toContain(name)
      const listed = await visitor.call(searchPackages, { query: { q: name } })
      expect(listed.length, name).toBeGreaterThan(0)
    }
  })

  it('are those that find something at the moment', async ({ visitor, stack }) => {
    await stack.database.asOwner("update packages set is_active = conditions @> '{prostate}'")
    const few = await visitor.call(suggestSearches)
    expect(few.packages).toBeLessThan(5)
    expect(few.conditions.map(({ name }) => name)).toContain('prostate')
    await stack.database.asOwner('update packages set is_active = false')
    expect(await visitor.call(suggestSearches)).toEqual({ packages: 0, found: [], conditions: [] })
    await stack.database.asOwner("update packages set is_active = code = 'PSA'")
    expect((await visitor.call(suggestSearches)).found).toEqual([])
    await stack.database.asOwner('update packages set is_active = true')
  })
})

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
})

describe('the comparison of tests', () => {
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
  it('are the last twelve changes in the log, newest first, of a package on offer; other changes are none', async ({
    stack,
    visitor,
  }) => {
    const admin = await createAdmin(stack)
    const id = idOf('FBS')
    const change = (name: string, price: number) =>
      admin.client.call(changePackage, { params: { id }, body: { name, description: '', price } })
    for (const [name, price] of [['Fasting sugar', 79] as const, ['Sugar', 99] as const])
      await change(name, price)
    await change('Blood sugar', 99)
    const prices = await visitor.call(listPrices, { params: { id } })
    expect(prices.map(({ price }) => price)).toEqual([99, 79])
    for (let price = 101; price <= 112; price += 1) await change('Sugar', price)
    const twelve = Array.from({ length: 12 }, (_, n) => 112 - n)
    expect((await visitor.call(listPrices, { params: { id } })).map(({ price }) => price)).toEqual(twelve)
    await admin.client.call(removePackage, { params: { id } })
    expect((await visitor.ask(listPrices, { params: { id } })).status).toBe(404)
    expect(Date.parse(prices[0]?.since ?? '')).toBeGreaterThan(Date.parse(prices[1]?.since ?? ''))
    expect(Object.keys(prices[0] ?? {}).sort()).toEqual(['price', 'since'])
  })
})
