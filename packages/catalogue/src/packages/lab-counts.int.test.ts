import { randomUUID } from 'node:crypto'
import { createApprovedLab, createPackage } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { packageCalls } from './api.ts'

const it = stackTest({ workers: false })

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
