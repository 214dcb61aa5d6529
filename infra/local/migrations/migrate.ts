import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { configOfProcess } from '@jaanch/platform/config'
import { applicationRole, isLockError, withClient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { repository } from '../paths.ts'
import { orSentence, Problem } from '../problem.ts'
import { assertOpen } from './closed.ts'
import { declareConsumers } from './declared-consumers.ts'
import { ensureServiceLogin } from './service-login.ts'

/** The names of all migrations of this code, in order. */
export function knownMigrations(): string[] {
  return loadMigrations().map(({ name }) => name)
}

/** The advisory lock of whoever migrates */
const migratorLock = 5129205

/** Longer than `deadlock_timeout`, when Postgres ends an autovacuum that another one waits for, ms */
const autovacuumEndsWithinMs = 1_500
const pauseMs = 1_000
const giveUpAfterMs = 600_000

type MigrateOptions = {
  /** How many of the missing migrations to run, in order; default all */
  most?: number
  /** Set by a restore, which closes the database until it has finished */
  mayBeClosed?: boolean
  /** The checkout whose migrations to run; default this one */
  root?: string
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
  { most = Number.POSITIVE_INFINITY, mayBeClosed = false, root }: MigrateOptions = {},
): Promise<string[]> {
  const known = loadMigrations(root)
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

/**
 * @returns the known migrations that the database lacks
 * @throws Problem if it has one of the same file with another text: there is no way from one to the other
 */
export async function findMissing(
  db: pg.ClientBase | pg.Pool,
  known: readonly Migration[] = loadMigrations(),
): Promise<Migration[]> {
  const done = await readDone(db)
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

async function readDone(db: pg.ClientBase | pg.Pool): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>('select name from public.migrations')
  return new Set(rows.map(({ name }) => name))
}

async function runUntilUnlocked(client: pg.Client, migration: Migration): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs
  for (;;) {
    try {
      await client.query(`set lock_timeout = ${lockTimeoutMs}`)
      return await run(client, migration)
    } catch (error) {
      if (!isLockError(error) || Date.now() > deadline) throw error
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
      .catch(async (error) => {
        await client.query('rollback')
        if (!isLockError(error)) throw error
      })
  }
}

/**
 * Does what must happen before the services of a release start: the migrations, and the login of the services. Prints what it did.
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

type Migration = {
  /** The file's name and the beginning of the hash of its text: a database that was made from another text lacks this migration. */
  name: string
  sql: string
}

/** Where each package keeps the migrations of its tables. They are numbered over all packages. */
export const migrationFiles = 'packages/*/migrations/*.sql'

/** Reads the migrations of a checkout in order. The first fourteen make the whole schema of 0.3.0. */
export function loadMigrations(root = repository): Migration[] {
  return globSync(migrationFiles, { cwd: root })
    .map((path) => {
      const sql = readFileSync(join(root, path), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex').slice(0, 8)
      return { name: `${basename(path, '.sql')}-${hash}`, sql }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The file that a migration's name begins with, whatever its text. */
function fileOf(name: string): string {
  return name.replace(/-[0-9a-f]{8}$/, '')
}

/**
 * How long a migration waits for a table that a long transaction reads, a backup for example, ms. All later statements on the
 * table wait behind it, so it gives up, lets them pass and tries again. A migration that needs two tables holds the first one while it
 * waits for the second: together that is below the 500 ms for which a write may wait.
 */
const lockTimeoutMs = 200

/** The first line of a migration whose statements run one by one, each in no transaction but its own. */
const marker = /^-- outside a transaction\b/
const concurrentIndex = /^create (?:unique )?index concurrently if not exists ([\w.]+)/i

/**
 * Whether a migration is not one transaction. Then it may contain `create index concurrently if not exists`, and must be able to run
 * again after it failed in its middle.
 */
export function isOutsideTransaction(sql: string): boolean {
  return marker.test(sql)
}

/**
 * The statements of such a migration. They wait as long as it takes for the transactions before them, because nobody waits behind
 * them. An index that an attempt before left unfinished is dropped first, within the lock timeout.
 *
 * @param sql the text of a migration, in which each statement ends with a semicolon at the end of a line
 */
export function statementsOutside(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .flatMap((statement) => {
      const index = concurrentIndex.exec(statement)?.[1]
      return [
        ...(index ? [dropUnfinished(index)] : []),
        'set lock_timeout = 0',
        statement,
        `set lock_timeout = ${lockTimeoutMs}`,
      ]
    })
}

function dropUnfinished(index: string): string {
  return `do $do$ begin
    if exists (select from pg_index where indexrelid = to_regclass('${index}') and not indisvalid) then
      drop index ${index};
    end if;
  end $do$`
}

if (import.meta.main)
  await orSentence(() => prepareDatabase(configOfProcess('databaseUrl', 'databaseOwnerUrl')))

/** How a database for Jaanch is made: the end of `create database …`. The type of characters is that of the server. */
export const ownLocale = "template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'"

/**
 * Why sorting and search are not those of Jaanch in this database: rules of the operating system change with its upgrades, which
 * damages indexes, and with the ctype C the search by trigrams skips every word in Hindi. It cannot be changed later.
 *
 * @returns undefined if they are
 */
async function whyOtherLocale(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ encoding: string; provider: string; locale: string; ctype: string }>(
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, coalesce(datlocale, datcollate) as locale,
            datctype as ctype
       from pg_database where datname = current_database()`,
  )
  const [{ encoding, provider, locale, ctype } = { encoding: '', provider: '', locale: '', ctype: '' }] = rows
  if (encoding === 'UTF8' && provider === 'b' && locale === 'C.UTF-8' && !['C', 'POSIX'].includes(ctype))
    return undefined
  const providers: Record<string, string> = { b: 'builtin', c: 'libc', i: 'icu' }
  return `the database has the encoding ${encoding}, the locale ${locale} (${providers[provider] ?? provider}) and the ctype ${ctype} instead of UTF8, C.UTF-8 (builtin) and C.UTF-8`
}

/** @throws Problem if the database is empty and has another locale: a new one takes a second, and a full one a restore */
async function assertLocale(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isEmpty: boolean }>(
    'select to_regclass(\'public.migrations\') is null as "isEmpty"',
  )
  const reason = rows[0]?.isEmpty ? await whyOtherLocale(client) : undefined
  if (reason)
    throw new Problem(
      `Nothing was migrated: ${reason}. Drop it and make a new one: create database <name> owner <owner> ${ownLocale} lc_ctype 'C.UTF-8'`,
    )
}
