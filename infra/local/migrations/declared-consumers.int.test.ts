import { consumers } from '@jaanch/operations/work/declared'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'

const database = useTestDatabase()

async function readWanted(): Promise<string[]> {
  const { rows } = await database.asOwner(
    'select name, type, begins_at from consumers left join consumer_events on consumer = name order by name, type',
  )
  return rows.map(({ name, type, begins_at }) => `${name} wants ${type} from the ${begins_at}`)
}

it('a migrated database has what the consumers of this code want', async () => {
  const wanted = (await readWanted()).map((each) => each.split(' from ')[0])
  const declared = consumers.flatMap(({ name, types }) => types.map((type) => `${name} wants ${type}`))
  expect(
    wanted,
    `The migrations wrote more than the consumers of this code declare: add a migration that deletes what is taken away.
Until then, workers lease no work of that consumer.`,
  ).toEqual(declared.toSorted())
})

it('what is declared anew is added without a migration, once, and what a newer release added stays', async () => {
  const before = await readWanted()
  await database.asOwner(
    `delete from consumer_events where consumer = 'assignment' or type = 'LabAssigned';
     delete from consumers where name = 'assignment';
     insert into consumers (name, begins_at) values ('horoscopes', 'head');
     insert into consumer_events (consumer, type) values ('horoscopes', 'NotInventedYet'), ('orders', 'NotInventedYet')`,
  )
  const ofNewer = [
    'horoscopes wants NotInventedYet from the head',
    'orders wants NotInventedYet from the beginning',
  ]
  for (let n = 0; n < 2; n += 1) {
    expect(await migrate(database.url)).toEqual([])
    expect((await readWanted()).toSorted()).toEqual([...before, ...ofNewer].toSorted())
  }
})

it('nothing is added to a database that a newer release migrated: it may have deleted what this one wants', async () => {
  await database.asOwner(
    `insert into migrations (name) values ('9999_newer');
     delete from consumer_events where type = 'LabAssigned'`,
  )
  await migrate(database.url)
  expect((await readWanted()).join()).not.toContain('LabAssigned')
})
