import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { configOfProcess } from '@jaanch/platform/config'
import { applicationRole } from '@jaanch/platform/postgres'
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate'
import pg from 'pg'
import { orSentence, Problem } from '../problem.ts'
import { assertOpen } from './closed.ts'
import { declareConsumers } from './declared-consumers.ts'
import { loadSql, lockTimeoutMs } from './load-sql.ts'
import { assertLocale, whyOtherLocale } from './locale.ts'
import { ensureServiceLogin } from './service-login.ts'

const directory = fileURLToPath(new URL('sql', import.meta.url))

/** The names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

/** Longer than `deadlock_timeout`, when Postgres ends an autovacuum that another one waits for, ms */
const autovacuumEndsWithinMs = 1_500
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
 * Runs the migrations that the database lacks and writes what the consumers of this code want. Concurrent calls wait for each other.
 * Each migration is a transaction of its own: after a failure, those before it are done, and the next call goes on with it.
 *
 * @param databaseUrl its user can create schemas, extensions and roles
 * @returns the names of the migrations that ran
 * @throws Problem if a restore into the database did not finish, or an empty database has not the locale that Jaanch needs
 */
export async function migrate(
  databaseUrl: string,
  { most = Number.POSITIVE_INFINITY, mayBeClosed = false }: MigrateOptions = {},
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    if (!mayBeClosed) await assertOpen(client)
    await assertLocale(client)
    await becomeOnlyMigrator(client)
    const names = await runUntilUnlocked(client, most)
    // processes of a release wait for its migrations with the login of the services; the table is older than its rights
    await client.query(`grant select (name) on migrations to ${applicationRole}`)
    if ((await compare(client)).areEqual) await declareConsumers(client)
    return names
  })
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // the statement that is under way fails too, which is reported: without a listener, the process would end
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The lock is that of earlier releases, and ends with the connection. Who waits for it asks again and again: a statement that waits
 * would hold a snapshot, and `create index concurrently` waits for all older ones.
 */
async function becomeOnlyMigrator(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${PG_MIGRATE_LOCK_ID}) as "isOurs"`,
    )
    if (rows[0]?.isOurs) return
    await setTimeout(pauseMs)
  }
}

/** @returns what the database lacks, and whether it has the migrations of this code alone: a newer release may have deleted what this one wants */
async function compare(client: pg.Client): Promise<{ missing: string[]; areEqual: boolean }> {
  const known = knownMigrations()
  const { rows: tables } = await client.query(
    "select from pg_class where oid = to_regclass('public.migrations')",
  )
  if (tables.length === 0) return { missing: known, areEqual: false }
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  return {
    missing: known.filter((name) => !done.has(name)),
    areEqual: done.symmetricDifference(new Set(known)).size === 0,
  }
}

/** @returns the names of those that ran */
async function runUntilUnlocked(client: pg.Client, most: number): Promise<string[]> {
  const wanted = (await compare(client)).missing.slice(0, most)
  let left = wanted
  let deadline = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      await runner({
        dbClient: client,
        dir: directory,
        direction: 'up',
        count: left.length,
        migrationsTable: 'migrations',
        migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSql }],
        checkOrder: true,
        singleTransaction: false,
        noLock: true,
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      })
      return wanted
    } catch (error) {
      if (!lockErrors.includes((error as { code?: string }).code ?? '') || Date.now() > deadline) throw error
    }
    await client.query('rollback')
    const { missing } = await compare(client)
    const stillLeft = left.filter((name) => missing.includes(name))
    if (stillLeft.length < left.length) deadline = Date.now() + giveUpAfterMs
    left = stillLeft
    await setTimeout(pauseMs)
    await endAutovacuums(client)
  }
}

/**
 * Ends the autovacuums of our tables, of which a large table has one for minutes: Postgres does so once somebody has waited for
 * `deadlock_timeout`. No read or write waits behind this lock, as they would behind that of a migration. What else has such a lock is
 * left alone.
 */
async function endAutovacuums(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct c.oid::regclass::text as table from pg_locks l join pg_class c on c.oid = l.relation
      join pg_namespace n on n.oid = c.relnamespace
      where l.database = (select oid from pg_database where datname = current_database()) and l.mode = 'ShareUpdateExclusiveLock'
        and l.granted and l.pid <> pg_backend_pid() and c.relkind = 'r' and n.nspname in ('public', 'log')`,
  )
  await client.query(`set lock_timeout = ${autovacuumEndsWithinMs}`)
  for (const { table } of rows) {
    await client
      .query(`begin; lock table ${table} in share update exclusive mode; commit`)
      .catch(async (error: { code?: string }) => {
        await client.query('rollback')
        if (!lockErrors.includes(error.code ?? '')) throw error
      })
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
  const locale = await withClient(config.databaseOwnerUrl, whyOtherLocale)
  if (locale)
    console.warn(`Warning: ${locale}. To change it, restore a backup into a new database (docs/postgres.md).`)
  if (!(await ensureServiceLogin(config.databaseOwnerUrl, config.databaseUrl)))
    console.log('The services log in as the owner: see "Roles of the database" in docs/postgres.md.')
}

if (import.meta.main)
  await orSentence(() => prepareDatabase(configOfProcess('databaseUrl', 'databaseOwnerUrl')))
