import { setTimeout } from 'node:timers/promises'
import { configOfProcess } from '@jaanch/platform/config'
import { applicationRole } from '@jaanch/platform/postgres'
import pg from 'pg'
import { orSentence, Problem } from '../problem.ts'
import { assertOpen } from './closed.ts'
import { declareConsumers } from './declared-consumers.ts'
import {
  fileOf,
  isOutsideTransaction,
  loadMigrations,
  lockTimeoutMs,
  type Migration,
  ownDirectory,
  statementsOutside,
} from './load-sql.ts'
import { assertLocale, whyOtherLocale } from './locale.ts'
import { ensureServiceLogin } from './service-login.ts'

/** The names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return loadMigrations(ownDirectory).map(({ name }) => name)
}

/** The advisory lock of whoever migrates */
const migratorLock = 5129205

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
  /** Where the migrations are; default those of this code */
  directory?: string
}

/**
 * Runs the migrations that the database lacks and writes what the consumers of this code want. Concurrent calls wait for each other.
 * Each migration is a transaction of its own: after a failure, those before it are done, and the next call goes on with it.
 *
 * @param databaseUrl its user can create schemas, extensions and roles
 * @returns the names of the migrations that ran
 * @throws Problem if a restore into the database did not finish, if an empty database has not the locale that Jaanch needs, or if
 * another one was made by migrations of another text
 */
export async function migrate(
  databaseUrl: string,
  { most = Number.POSITIVE_INFINITY, mayBeClosed = false, directory = ownDirectory }: MigrateOptions = {},
): Promise<string[]> {
  const known = loadMigrations(directory)
  return withClient(databaseUrl, async (client) => {
    if (!mayBeClosed) await assertOpen(client)
    await assertLocale(client)
    await becomeOnlyMigrator(client)
    await client.query(
      'create table if not exists migrations (name text primary key, run_at timestamptz not null default clock_timestamp())',
    )
    const missing = (await findMissing(client, known)).slice(0, most)
    for (const migration of missing) await runUntilUnlocked(client, migration)
    // Processes of a release wait for its migrations with the login of the services.
    await client.query(`grant select (name) on migrations to ${applicationRole}`)
    if (await hasNoOthers(client, known)) await declareConsumers(client)
    return missing.map(({ name }) => name)
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
 * Takes a lock that ends with the connection. Who waits for it asks again and again: a statement that waits would hold a snapshot, and
 * `create index concurrently` waits for all older ones.
 */
async function becomeOnlyMigrator(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${migratorLock}) as "isOurs"`,
    )
    if (rows[0]?.isOurs) return
    await setTimeout(pauseMs)
  }
}

/** @throws Problem if the database has a migration of the same file with another text: there is no way from one to the other */
async function findMissing(client: pg.Client, known: readonly Migration[]): Promise<Migration[]> {
  const done = await readDone(client)
  const missing = known.filter(({ name }) => !done.has(name))
  const doneFiles = new Set([...done].map(fileOf))
  if (missing.some(({ name }) => doneFiles.has(fileOf(name))))
    throw new Problem(
      'The database has the schema of another build, which cannot be upgraded. If you do not need its data, delete them (npm run reset); otherwise go on with the build that made it.',
    )
  return missing
}

/** A newer release may have deleted what this one wants. */
async function hasNoOthers(client: pg.Client, known: readonly Migration[]): Promise<boolean> {
  return (await readDone(client)).symmetricDifference(new Set(known.map(({ name }) => name))).size === 0
}

async function readDone(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map(({ name }) => name))
}

async function runUntilUnlocked(client: pg.Client, migration: Migration): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      return await run(client, migration)
    } catch (error) {
      if (!lockErrors.includes((error as { code?: string }).code ?? '') || Date.now() > deadline) throw error
    }
    await client.query('rollback')
    await setTimeout(pauseMs)
    await endAutovacuums(client)
  }
}

async function run(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const record = `insert into migrations (name) values (${pg.escapeLiteral(name)})`
  if (isOutsideTransaction(sql))
    for (const statement of [...statementsOutside(sql), record]) await client.query(statement)
  else await client.query(`begin;\n${sql};\n${record};\ncommit`)
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
