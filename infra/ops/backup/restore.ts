import { beginEpoch } from '@jaanch/eventlog/epoch'
import { transactionOn } from '@jaanch/platform/postgres'
import { type Applied, applyLedger } from '@jaanch/storage/apply-ledger'
import type { LedgerEntry } from '@jaanch/storage/erasure-ledger'
import type pg from 'pg'
import { closeDatabase } from '../../local/migrations/closed.ts'
import { knownMigrations, migrate } from '../../local/migrations/migrate.ts'
import { Problem } from '../../local/problem.ts'
import { InterruptedProblem } from '../exit-codes.ts'
import { readTables } from './catalogue.ts'
import { quoteName, runInParallel, withConnections } from './connections.ts'
import { dropIndexes } from './indexes.ts'
import { type Manifest, readManifest, sizeOf } from './manifest.ts'
import { checkPart, loadPart } from './part-files.ts'
import { assertUnused, checkTarget } from './restore-target.ts'
import { logTable, savedTables } from './tables.ts'
import { verifyRestored } from './verify-restored.ts'

export type RestorePhase = 'checking' | 'loading' | 'indexing' | 'verifying'

export type RestoreOptions = {
  /** Its user owns the database, which is empty or freshly migrated */
  url: string
  directory: string
  /** What was erased and disabled since: see erasure-ledger.ts */
  ledger?: readonly LedgerEntry[]
  /** Connections that copy at the same time */
  connections: number
  signal: AbortSignal
  /** Bytes of files while checking, rows while loading, tables while indexing */
  onProgress?: (phase: RestorePhase, done: number, total: number) => void
}

export type Restored = {
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
  const { url, directory, connections, signal, onProgress } = options
  const manifest = await readManifest(directory)
  assertReadable(manifest)
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

/** @throws Problem if the backup is of a newer release than this code, or its tables are not ours */
function assertReadable({ migrations, tables, head }: Manifest): void {
  const known = knownMigrations()
  const unknown = migrations.filter((name, index) => name !== known[index])
  if (unknown.length > 0)
    throw new Problem(
      `The backup has migrations that this code lacks (${unknown.join(', ')}): restore it with the code that made it, or newer.`,
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
  { directory, onProgress }: RestoreOptions,
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
    await loadPart(own, table, part, directory)
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
