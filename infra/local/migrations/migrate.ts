import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { configOfProcess } from '@jaanch/platform/config'
import { applicationRole } from '@jaanch/platform/postgres'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { orSentence, Problem } from '../problem.ts'
import { assertOpen } from './closed.ts'
import { declareConsumers } from './declared-consumers.ts'
import { ensureServiceLogin } from './service-login.ts'

const directory = fileURLToPath(new URL('sql', import.meta.url))

/** The names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

/**
 * How long a migration waits for a table that a long transaction reads, a backup for example, ms. All later statements on the
 * table wait behind it, so it gives up, lets them pass and tries again.
 */
const lockTimeoutMs = 2_000
const pauseMs = 1_000
const giveUpAfterMs = 600_000
/** Postgres's codes for a lock that was not free in time, and for a deadlock */
const lockErrors = ['55P03', '40P01']

type MigrateOptions = {
  /** How many of the missing migrations to run, in order; default all */
  most?: number
  /** Set by a restore, which closes the database until it has finished */
  mayBeClosed?: boolean
}

/**
 * Runs the migrations that the database lacks, and writes what the consumers of this code want. Concurrent calls wait for each other.
 *
 * @param databaseUrl its user can create schemas, extensions and roles
 * @returns the names of the migrations that ran
 * @throws Problem if a restore into the database did not finish
 */
export async function migrate(
  databaseUrl: string,
  { most = Number.POSITIVE_INFINITY, mayBeClosed = false }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // the statement that is under way fails too, which is reported: without a listener, the process would end
  client.on('error', () => {})
  await client.connect()
  try {
    if (!mayBeClosed) await assertOpen(client)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    const names = await runUntilUnlocked(client, most)
    // processes of a release wait for its migrations with the login of the services; the table is older than its rights
    await client.query(`grant select (name) on migrations to ${applicationRole}`)
    if (await hasMigrationsOfThisCode(client)) await declareConsumers(client)
    return names
  } finally {
    await client.end()
  }
}

/** Not earlier ones alone; and not those of a newer release, which may have deleted what this one wants. */
async function hasMigrationsOfThisCode(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(({ name }) => name)).symmetricDifference(new Set(knownMigrations())).size === 0
}

/** The missing migrations run in one transaction: a failed attempt changes nothing. */
async function runUntilUnlocked(client: pg.Client, most: number): Promise<string[]> {
  for (const deadline = Date.now() + giveUpAfterMs; ; ) {
    try {
      const done = await runner({
        dbClient: client,
        dir: directory,
        direction: 'up',
        count: most,
        migrationsTable: 'migrations',
        checkOrder: true,
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      })
      return done.map((migration) => migration.name)
    } catch (error) {
      if (!lockErrors.includes((error as { code?: string }).code ?? '') || Date.now() > deadline) throw error
    }
    await client.query('rollback')
    await setTimeout(pauseMs)
  }
}

/**
 * What must be done before the services of a release start: the migrations, and the login of the services. Prints what it did.
 * @throws Problem
 */
export async function prepareDatabase(
  config: Record<'databaseUrl' | 'databaseOwnerUrl', string>,
): Promise<void> {
  const names = await migrate(config.databaseOwnerUrl).catch((error: Error) => {
    if (!/permission denied|must be owner/.test(error.message)) throw error
    throw new Problem('Only the owner may migrate the database: name it in DATABASE_OWNER_URL.')
  })
  console.log(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'The database is up to date.')
  if (!(await ensureServiceLogin(config.databaseOwnerUrl, config.databaseUrl)))
    console.log('The services log in as the owner: see "Roles of the database" in docs/postgres.md.')
}

if (import.meta.main)
  await orSentence(() => prepareDatabase(configOfProcess('databaseUrl', 'databaseOwnerUrl')))
