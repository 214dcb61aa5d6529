import { isDeepStrictEqual } from 'node:util'
import type { LedgerEntry } from '@jaanch/account/privacy/erasure-ledger'
import { beginEpoch } from '@jaanch/eventlog/epoch'
import { formatNumber } from '@jaanch/operations/format'
import { type Applied, applyLedger } from '@jaanch/operations/privacy/apply-ledger'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { transactionOn } from '@jaanch/platform/postgres'
import pg from 'pg'
import { assertOpen, closeDatabase } from '../../local/migrations/closed.ts'
import { knownMigrations, migrate } from '../../local/migrations/migrate.ts'
import { Problem } from '../../local/problem.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { quoteName, readMigrations, readTables, runInParallel, withConnections } from './database.ts'
import { assertIdentity, type Manifest, readManifest, sizeOf } from './manifest.ts'
import { checkPart, loadPart } from './part-files.ts'
import { logTable, savedTables } from './tables.ts'

/** Empty in a database that was migrated and never used. */
const usedTables = ['log.events', 'public.users', 'public.packages', 'public.read_generations']

const advice = 'Restore into a new database.'

/**
 * @returns the number of migrations of the backup that the database lacks
 * @throws Problem unless the database is empty, or was migrated no further than the backup and never used
 */
async function checkTarget(client: pg.ClientBase, { migrations }: Manifest): Promise<number> {
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
async function assertUnused(client: pg.ClientBase): Promise<void> {
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

export type RestorePhase = 'checking' | 'loading' | 'indexing' | 'verifying'

type RestoreOptions = {
  /** Its user owns the database, which is empty or freshly migrated */
  url: string
  directory: string
  /** A file with the secret key of age, if the backup is encrypted */
  identity?: string | undefined
  /** The people erased, accounts disabled and consents withdrawn since: see erasure-ledger.ts */
  ledger?: readonly LedgerEntry[]
  /** Connections that copy at the same time */
  connections: number
  signal: AbortSignal
  /** Bytes of files while checking, rows while loading, tables while indexing */
  onProgress?: (phase: RestorePhase, done: number, total: number) => void
}

type Restored = {
  manifest: Manifest
  /** The new epoch */
  epoch: string
  /** The migrations that ran after the backup's own */
  migrated: string[]
  applied: Applied
}

/**
 * Fills an empty database from a backup. All files are checked before the database is touched. From then on the database is
 * closed to the services, and opened by the last transaction, which also sets the new epoch: a restore that fails or is killed
 * leaves nothing that a service could use.
 * @throws Problem
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { url, directory, identity, connections, signal, onProgress } = options
  const manifest = await readManifest(directory)
  assertReadable(manifest)
  assertIdentity(manifest, identity)
  return withConnections({ url, count: connections, signal }, async (clients) => {
    const [client] = clients
    try {
      await checkTarget(client, manifest)
      await checkParts(manifest, options)
    } catch (error) {
      throw signal.aborted ? new InterruptedProblem('Interrupted: the database is unchanged.') : error
    }
    // again, because a service may have started meanwhile
    const lacking = await checkTarget(client, manifest)
    if (lacking > 0) await migrate(url, { most: lacking })
    await assertComplete(client, manifest)
    const open = await closeDatabase(client)
    try {
      await assertUnused(client)
      await fill(clients, manifest, options)
      onProgress?.('verifying', 0, 0)
      await verifyRestored(clients, manifest)
      const migrated = await migrate(url, { mayBeClosed: true })
      await analyze(clients, manifest)
      const { epoch, applied } = await transactionOn(client, async () => {
        const applied = await applyLedger(client, options.ledger ?? [], new Date(manifest.createdAt))
        await open()
        return {
          applied,
          epoch: await beginEpoch(client, `restored from the backup of ${manifest.createdAt}`),
        }
      })
      return { manifest, epoch, migrated, applied }
    } catch (error) {
      const remains =
        'The database is incomplete and closed to the services: delete it, and restore into a new one.'
      if (signal.aborted) throw new InterruptedProblem(`Interrupted.\n${remains}`, { cause: error })
      throw new Problem(`${(error as Error).message}\n${remains}`, { cause: error })
    }
  })
}

async function analyze(clients: readonly pg.Client[], { tables }: Manifest): Promise<void> {
  await runInParallel(clients, tables, async (client, { name }) => {
    await client.query(`analyze ${quoteName(name)}`)
  })
}

/** @throws Problem if the backup has another schema than this code or the beginning of it, or its tables are not ours */
function assertReadable({ migrations, tables, head }: Manifest): void {
  const known = knownMigrations()
  const unknown = migrations.filter((name, index) => name !== known[index])
  if (unknown.length > 0)
    throw new Problem(
      `The backup has a schema that this code lacks (${unknown.join(', ')}): restore it with the release that wrote it.`,
    )
  const strange = tables.filter(({ name }) => !savedTables.includes(name))
  if (strange.length > 0)
    throw new Problem(
      `The backup has tables that this code does not know: ${strange.map(({ name }) => name).join(', ')}.`,
    )
  if (tables.find(({ name }) => name === logTable)?.rows !== head)
    throw new Problem('The manifest is damaged: its number of events is not its head.')
}

/** @throws Problem unless the manifest has the tables that a backup of its migrations, which the database has now, consists of */
async function assertComplete(client: pg.Client, { tables }: Manifest): Promise<void> {
  const present = (await readTables(client)).map(({ name }) => name)
  const expected = new Set(present.filter((name) => savedTables.includes(name)))
  const different = expected.symmetricDifference(new Set(tables.map(({ name }) => name)))
  if (different.size > 0)
    throw new Problem(
      `The manifest is damaged: its tables are not those of its migrations (${[...different].toSorted().join(', ')}).`,
    )
}

async function checkParts(
  manifest: Manifest,
  { directory, signal, onProgress }: RestoreOptions,
): Promise<void> {
  const { bytes: total } = sizeOf(manifest)
  let done = 0
  for (const part of manifest.tables.flatMap(({ parts }) => parts)) {
    await checkPart(part, directory, signal)
    done += part.bytes
    onProgress?.('checking', done, total)
  }
}

async function fill(
  clients: readonly [pg.Client, ...pg.Client[]],
  manifest: Manifest,
  { directory, identity, onProgress }: RestoreOptions,
): Promise<void> {
  const { tables, sequences } = manifest
  const [client] = clients
  const names = tables.map(({ name }) => name)
  const createIndexes = await dropIndexes(client, names)
  // rows that migrations inserted: the backup has them too. The log of a new database is empty, and refuses the statement
  for (const name of names.filter((table) => table !== logTable))
    await client.query(`delete from ${quoteName(name)}`)

  const { rows: total } = sizeOf(manifest)
  const parts = tables.flatMap((table) => table.parts.map((part) => ({ table, part })))
  let rows = 0
  await runInParallel(clients, parts, async (own, { table, part }) => {
    await loadPart(own, table, part, { directory, identity })
    rows += part.rows
    onProgress?.('loading', rows, total)
  })

  let indexed = 0
  await createIndexes(clients, () => {
    indexed += 1
    onProgress?.('indexing', indexed, names.length)
  })
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1, $2, $3)', [quoteName(name), lastValue, isCalled])
}

/** @throws Problem unless each table has as many rows as the manifest says, and the log all positions from 1 to the head */
async function verifyRestored(clients: readonly pg.Client[], { tables, head }: Manifest): Promise<void> {
  await runInParallel(clients, tables, async (client, { name, rows: expected }) => {
    const isLog = name === logTable
    const { rows } = await client.query<{ count: number; first: number | null; last: number | null }>(
      `select count(*)::float8 as count${isLog ? ', min(position)::float8 as first, max(position)::float8 as last' : ''}
         from ${quoteName(name)}`,
    )
    const found = rows[0]
    if (found?.count !== expected)
      throw new Problem(
        `${name} has ${formatNumber(found?.count ?? 0)} rows after the restore, but the manifest says ${formatNumber(expected)}.`,
      )
    // positions are unique: as many as the head, within 1 to the head, are all of them
    if (isLog && (expected !== head || (head > 0 && (found.first !== 1 || found.last !== head))))
      throw new Problem(
        `The restored log has ${formatNumber(expected)} events from ${formatNumber(found.first ?? 0)} to ${formatNumber(found.last ?? 0)}, not 1 to ${formatNumber(head)}.`,
      )
  })
}

type Definition = {
  table: string
  name: string
  kind: 'foreign key' | 'constraint' | 'index'
  definition: string
}

/** Foreign keys of all tables; unique constraints and indexes of the given ones. */
async function readDefinitions(client: pg.ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `with ours as (
       select c.oid, n.nspname || '.' || c.relname as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'log')
     )
     select t.name as table, o.conname as name, case o.contype when 'f' then 'foreign key' else 'constraint' end as kind,
            pg_get_constraintdef(o.oid) as definition
       from pg_constraint o join ours t on t.oid = o.conrelid
      where o.contype = 'f' or (o.contype in ('p', 'u', 'x') and t.name = any ($1))
     union all
     select t.name, n.nspname || '.' || c.relname, 'index', pg_get_indexdef(i.indexrelid)
       from pg_index i
       join ours t on t.oid = i.indrelid
       join pg_class c on c.oid = i.indexrelid
       join pg_namespace n on n.oid = c.relnamespace
      where t.name = any ($1) and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.conrelid = i.indrelid)
      order by 1, 2`,
    [tables],
  )
  return rows
}

/**
 * Drops the foreign keys, unique constraints and indexes of tables that are about to be filled: the tables can then be filled in
 * any order, and an index is made in one pass afterwards.
 * @returns makes them again, each table on one connection. @throws if a row violates one of them
 */
async function dropIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<(clients: readonly [pg.Client, ...pg.Client[]], onDone: () => void) => Promise<void>> {
  const definitions = await readDefinitions(client, tables)
  const drops = (['foreign key', 'constraint', 'index'] as const).flatMap((kind) =>
    definitions.filter((definition) => definition.kind === kind).map(dropStatement),
  )
  for (const drop of drops) await client.query(drop)

  return async (clients, onDone) => {
    await runInParallel(clients, tables, async (own, table) => {
      for (const definition of definitions)
        if (definition.table === table && definition.kind !== 'foreign key')
          await own.query(createStatement(definition))
      onDone()
    })
    const [own] = clients
    for (const definition of definitions)
      if (definition.kind === 'foreign key') await own.query(createStatement(definition))
    if (!isDeepStrictEqual(await readDefinitions(own, tables), definitions))
      throw new Error('The indexes after the restore are not those before it')
  }
}

function dropStatement({ table, name, kind }: Definition): string {
  if (kind === 'index') return `drop index ${quoteName(name)}`
  return `alter table ${quoteName(table)} drop constraint ${pg.escapeIdentifier(name)}`
}

function createStatement({ table, name, kind, definition }: Definition): string {
  if (kind === 'index') return definition
  return `alter table ${quoteName(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`
}
