import { consumers } from '@jaanch/contracts/consumers'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'

const database = useTestDatabase()

it('write what the consumers of this code want', async () => {
  const { rows } = await database.asOwner(
    'select name, type from consumers left join consumer_events on consumer = name order by name, type',
  )
  const migrated = rows.map(({ name, type }) => `${name} wants ${type}`)
  const declared = Object.entries(consumers).flatMap(([name, types]) =>
    types.map((type) => `${name} wants ${type}`),
  )
  expect(
    migrated,
    `packages/contracts/src/consumers.ts and the migrations differ: add a migration that inserts into consumer_events (and into
consumers, for a new consumer) what the code wants now. Without it no relay writes work rows for those events.`,
  ).toEqual(declared.toSorted())
})
