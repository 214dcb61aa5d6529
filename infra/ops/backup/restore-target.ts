import { aliveSeconds } from '@jaanch/platform/heartbeat'
import type pg from 'pg'
import { assertOpen } from '../../local/migrations/closed.ts'
import { Problem } from '../../local/problem.ts'
import { readMigrations, readTables } from './catalogue.ts'
import { quoteName } from './connections.ts'
import type { Manifest } from './manifest.ts'

/** Empty in a database that was migrated and never used. */
const usedTables = ['log.events', 'public.users', 'public.packages', 'public.read_generations']

const advice = 'Restore into a new database.'

/**
 * @returns the number of migrations of the backup that the database lacks
 * @throws Problem unless the database is empty, or was migrated no further than the backup and never used
 */
export async function checkTarget(client: pg.ClientBase, { migrations }: Manifest): Promise<number> {
  await assertOpen(client)
  await assertUnused(client)
  const present = await readMigrations(client)
  const isBeginning = present.every((name, index) => name === migrations[index])
  if (!isBeginning)
    throw new Problem(
      `The database has migrations that the backup lacks (it has ${migrations.at(-1)} and before). ${advice}`,
    )
  return migrations.length - present.length
}

/** @throws Problem if services run on the database, or it has events, people, packages or read tables */
export async function assertUnused(client: pg.ClientBase): Promise<void> {
  const names = (await readTables(client)).map(({ name }) => name)
  if (names.includes('public.processes')) {
    const { rows } = await client.query<{ service: string }>(
      `select distinct service from public.processes
        where seen_at > clock_timestamp() - make_interval(secs => ${aliveSeconds}) order by service`,
    )
    const services = rows.map(({ service }) => service).join(', ')
    if (services) throw new Problem(`Services run on this database (${services}). ${advice}`)
  }
  for (const name of usedTables.filter((table) => names.includes(table))) {
    const { rows } = await client.query(`select from ${quoteName(name)} limit 1`)
    if (rows.length > 0) throw new Problem(`The database is not empty: ${name} has rows. ${advice}`)
  }
}
