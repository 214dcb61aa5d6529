import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { toPaise } from '@jaanch/contracts/money'
import { priceListKinds } from '@jaanch/contracts/vocabulary'
import { createApprovedLab, createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type PriceList, priceFor } from '../price-lists/rules.ts'
import { packageCalls } from './api.ts'

const it = stackTest({ workers: false })

it('the price in the marketplace is the one that priceFor gives for a date alone, whatever lists there are', async ({
  stack,
  admin,
  visitor,
}) => {
  const { labPartnerId } = await createApprovedLab(stack.url, admin)
  const today = istDate(new Date())
  const day = fc.integer({ min: -1, max: 1 }).map((days) => addDays(today, days))
  const list = fc.record({
    name: fc.constantFrom('A', 'B', 'a', 'Ä', '\uf000', '\u{1f600}'),
    kind: fc.oneof(fc.constant('installation' as const), fc.constantFrom(...priceListKinds)),
    from: day,
    until: fc.option(day),
    prices: fc.array(fc.option(fc.nat(1_000_00)), { minLength: 2, maxLength: 2 }),
  })
  for (const drawn of fc.sample(fc.array(list, { maxLength: 6 }), { seed: 7, numRuns: 25 })) {
    const ids = [await createPackage(stack.database), await createPackage(stack.database)] as const
    const lists = drawn.map(
      ({ prices, from, until, ...each }): PriceList => ({
        ...{ ...each, id: randomUUID(), from, until: until !== null && until < from ? from : until },
        subject: each.kind === 'installation' ? null : each.kind === 'lab' ? labPartnerId : 'Mehta',
        prices: new Map(
          ids.flatMap((id, place) => {
            const price = prices[place] ?? null
            return price === null ? [] : [[id, price] as const]
          }),
        ),
      }),
    )
    for (const { id, name, kind, subject, from, until, prices } of lists) {
      await stack.database.asOwner(
        `insert into price_lists (id, name, kind, lab_partner_id, subject, begins_on, ends_on, request_hash)
         values ($1, $2, $3, $4, $5, $6, $7, '')`,
        [id, name, kind, kind === 'lab' ? subject : null, kind === 'lab' ? null : subject, from, until],
      )
      for (const [packageId, price] of prices)
        await stack.database.asOwner(
          'insert into price_list_prices (price_list_id, package_id, price) values ($1, $2, $3)',
          [id, packageId, price],
        )
    }
    for (const id of ids) {
      const { price, list: giving } = priceFor({ id, price: 49_900 }, lists, { date: today })
      const shown = await visitor.call(packageCalls.getPackage, { params: { id } })
      expect(toPaise(shown.price), JSON.stringify(drawn)).toBe(price)
      expect(shown.cataloguePrice).toBe(giving ? 499 : null)
    }
  }
})

it('nearby labs are counted for the chosen city, without those that exclude the package, and anew when one declares other limits', async ({
  stack,
  admin,
  visitor,
}) => {
  const name = `Nearby ${randomUUID()}`
  const id = await createPackage(stack.database, { name })
  // no other test has labs there
  const city = 'Kavaratti'
  const declare = async (cities: string[], excluded: string[] = []) => {
    const { labPartnerId } = await createApprovedLab(stack.url, admin)
    await stack.database.asOwner(
      `insert into lab_capacities (lab_partner_id, cities, weekdays, slots, excluded_package_ids)
       values ($1, $2, '{1}', '{1,1,1,1,1,1}', $3)`,
      [labPartnerId, cities, excluded],
    )
    return labPartnerId
  }
  const count = async (chosen?: string) => {
    const query = chosen ? { city: chosen } : {}
    const [list, found, one] = await Promise.all([
      visitor.call(packageCalls.listPackages, { query }),
      visitor.call(packageCalls.searchPackages, { query: { q: name, ...query } }),
      visitor.call(packageCalls.getPackage, { params: { id }, query }),
    ])
    const counts = [...list, ...found, one]
      .filter((item) => item.id === id)
      .map(({ nearbyLabs }) => nearbyLabs)
    expect(counts).toHaveLength(3)
    return new Set(counts).size === 1 ? counts[0] : counts
  }

  expect(await count(city)).toBeNull()
  const first = await declare([city])
  await expect.poll(() => count(city)).toBe(1)
  await declare([city], [id])
  await declare(['Leh', city])
  await expect.poll(() => count(city)).toBe(2)
  expect(await count(city.toLowerCase())).toBe(2)
  expect([await count(), await count('No Such City')]).toEqual([null, null])
  await stack.database.asOwner(
    'update lab_capacities set excluded_package_ids = $2 where lab_partner_id = $1',
    [first, [id]],
  )
  await expect.poll(() => count(city)).toBe(1)
})
