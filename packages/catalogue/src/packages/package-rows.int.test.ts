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
