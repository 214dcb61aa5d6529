import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatNumber } from '@jaanch/operations/format'
import type pg from 'pg'
import { knownMigrations } from '../../local/migrations/migrate.ts'
import { Problem } from '../../local/problem.ts'
import {
  quoteName,
  readMigrations,
  readSequences,
  readTables,
  runInParallel,
  type Table,
  withConnections,
} from './database.ts'
import { type DiskReserve, readDataDirectory, watchDisk } from './disk-reserve.ts'
import { formats, type Manifest, manifestFile, type SavedPart } from './manifest.ts'
import {
  defaultPartSizes,
  type Part,
  type PartSizes,
  planLogParts,
  planTableParts,
  writePart,
} from './part-files.ts'
import { logTable, savedTables, unsavedTables } from './tables.ts'

export type BackupOptions = {
  url: string
  /** Empty, or to be created */
  directory: string
  /** Connections that copy at the same time */
  connections: number
  signal: AbortSignal
  /** Rows */
  onProgress?: (done: number, total: number) => void
  partSizes?: PartSizes
  /** A public key of age, for which the files are encrypted; the manifest, which has names and numbers only, is not */
  recipient?: string | undefined
  /** Bytes that stay free on the disk of the database: see disk-reserve.ts */
  reserved?: number
}

export type BackedUp = {
  manifest: Manifest
  /** Tables of the database that are not ours */
  foreignTables: string[]
}

/**
 * Copies all that is not derived into a directory, from one snapshot, while everything runs. The log is copied after the
 * snapshot was released: it is append-only, so its events up to the snapshot's head are the same later, and a long snapshot
 * would slow down the updates of the checkpoint and the work rows.
 *
 * If it fails, what it wrote is removed.
 * @throws Problem; the signal's reason if it was interrupted
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { url, directory, connections, signal } = options
  return withConnections({ url, count: connections + 1, signal }, async ([first, ...others]) => {
    const target = await claimDirectory(directory)
    try {
      const disk = await watchDisk(await readDataDirectory(first), directory, {
        reserved: options.reserved,
      })
      const backedUp = await copyAll(first, others, target, disk, options)
      signal.throwIfAborted()
      await target.finish(backedUp.manifest)
      return backedUp
    } catch (error) {
      // what cannot be removed must not hide why the backup failed
      await target.remove().catch(() => {})
      throw error
    }
  })
}

const beginSnapshot = 'begin isolation level repeatable read, read only'

async function copyAll(
  keeper: pg.Client,
  copiers: pg.Client[],
  target: TargetDirectory,
  disk: DiskReserve,
  { onProgress, partSizes = defaultPartSizes, recipient }: BackupOptions,
): Promise<BackedUp> {
  await keeper.query(beginSnapshot)
  const { snapshot, createdAt, epoch, head } = await readState(keeper)
  const migrations = await readMigrations(keeper)
  assertKnown(migrations)
  const found = await readTables(keeper)
  const tables = found.filter(({ name }) => savedTables.includes(name))
  const log = tables.find(({ name }) => name === logTable)
  if (!log) throw new Problem('The database has no log.')

  const parts = new Map<string, SavedPart[]>(tables.map(({ name }) => [name, []]))
  const total = head + sum(tables.filter((table) => table !== log).map(({ rows }) => rows))
  let done = 0
  async function copy(client: pg.Client, part: Part): Promise<void> {
    const file = await target.createFile(part.file)
    const saved = await writePart(client, part, file, { disk, recipient }).finally(() => file.close())
    parts.get(part.table)?.push(saved)
    done += saved.rows
    onProgress?.(done, Math.max(done, total))
  }

  for (const copier of copiers) {
    await copier.query(beginSnapshot)
    await copier.query(`set transaction snapshot '${snapshot}'`)
  }
  const tableParts = tables
    .filter((table) => table !== log)
    .flatMap((table) => planTableParts(table, partSizes))
  await runInParallel(copiers, tableParts, copy)
  const sequences = await readSequenceValues(keeper)
  for (const client of [keeper, ...copiers]) await client.query('commit')
  await runInParallel(copiers, planLogParts(log, head, partSizes), copy)

  const manifest: Manifest = {
    format: recipient === undefined ? formats.plain : formats.encrypted,
    createdAt,
    migrations,
    epoch,
    head,
    tables: tables.map((table) => describeTable(table, parts.get(table.name) ?? [])),
    sequences,
  }
  assertDense(manifest)
  const foreignTables = found.map(({ name }) => name).filter((name) => !isListed(name))
  return { manifest, foreignTables }
}

async function readState(client: pg.Client) {
  const { rows } = await client.query<{ snapshot: string; createdAt: string; epoch: string; head: number }>(
    `select pg_export_snapshot() as snapshot,
            to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
            (select id from log.epoch) as epoch,
            (select coalesce(max(position), 0) from log.events)::float8 as head`,
  )
  if (!rows[0]) throw new Error('The database did not answer')
  return rows[0]
}

/** Tables of another schema are not in our lists: a backup by this code would lack them. */
function assertKnown(migrations: readonly string[]): void {
  const known = knownMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Problem(
      `The database has another schema than this code (${unknown.join(', ')}): back it up with the release that migrated it.`,
    )
}

const isListed = (name: string) => savedTables.includes(name) || name in unsavedTables

/** Values of now: not below those of the snapshot, because sequences only rise. */
async function readSequenceValues(client: pg.Client): Promise<Manifest['sequences']> {
  const values: Manifest['sequences'] = []
  for (const name of await readSequences(client)) {
    const { rows } = await client.query<{ lastValue: number; isCalled: boolean }>(
      `select last_value::float8 as "lastValue", is_called as "isCalled" from ${quoteName(name)}`,
    )
    for (const row of rows) values.push({ name, ...row })
  }
  return values
}

function describeTable({ name, columns }: Table, parts: SavedPart[]): Manifest['tables'][number] {
  return {
    name,
    columns,
    rows: sum(parts.map(({ rows }) => rows)),
    parts: parts.toSorted((a, b) => a.file.localeCompare(b.file)),
  }
}

function assertDense({ tables, head }: Manifest): void {
  const rows = tables.find(({ name }) => name === logTable)?.rows
  if (rows !== head)
    throw new Problem(
      `The log has ${formatNumber(rows ?? 0)} events up to position ${formatNumber(head)}: positions are missing.`,
    )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

type TargetDirectory = {
  /** Creates a file for a part. @throws ErrnoException EEXIST if the directory has a file of that name */
  createFile(name: string): Promise<FileHandle>
  /** Writes the manifest, after which the directory is a backup */
  finish(manifest: Manifest): Promise<void>
  /** Removes the files that were created, and the directory if it did not exist before and nobody else put anything into it */
  remove(): Promise<void>
}

/**
 * Claims a directory for a backup, with mode 700. The file that becomes the manifest is created first, so that of two backups to
 * one directory one is refused.
 * @throws Problem if the directory contains anything
 */
async function claimDirectory(directory: string): Promise<TargetDirectory> {
  const refused = new Problem(`${directory} is not empty: name a directory that is empty or does not exist.`)
  const created = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined
  if ((await readdir(directory)).length > 0) throw refused
  await chmod(directory, 0o700)
  const temporary = join(directory, `${manifestFile}.partial`)
  const file = await open(temporary, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? refused : error
  })
  const names = [`${manifestFile}.partial`]
  return {
    async createFile(name) {
      const created = await open(join(directory, name), 'wx', 0o600)
      names.push(name)
      return created
    },
    async finish(manifest) {
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.sync()
      await file.close()
      await rename(temporary, join(directory, manifestFile))
      names.push(manifestFile)
      await syncDirectory(directory)
    },
    async remove() {
      await file.close()
      for (const name of names) await rm(join(directory, name), { force: true })
      if (created && (await readdir(directory)).length === 0) await rmdir(directory)
    },
  }
}

/** A rename survives a power failure once its directory is written. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
