import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { formatNumber } from '@jaanch/operations/format'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Problem } from '../../local/problem.ts'
import { decryptWith, encryptFor } from './age.ts'
import { quoteColumns, quoteName, type Table } from './database.ts'
import type { DiskReserve } from './disk-reserve.ts'
import type { SavedPart, SavedTable } from './manifest.ts'
import { logTable, unsavedTexts } from './tables.ts'

/** Copies a part of a table to its file, and closes it: the text format of COPY, compressed with zstd, and encrypted if there is a recipient. @throws Problem if the disk gets too full */
export async function writePart(
  client: pg.Client,
  { file, select }: Part,
  target: FileHandle,
  { disk, recipient }: { disk: DiskReserve; recipient: string | undefined },
): Promise<SavedPart> {
  // before the copy begins: what refuses the recipient must not leave it running
  const encrypt = encryptFor(recipient)
  const copy = client.query(copyTo(`copy (${select}) to stdout`))
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    copy,
    createZstdCompress(),
    encrypt,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        await disk.wrote(chunk.length)
        yield chunk
      }
    },
    target.createWriteStream({ flush: true }),
  )
  // the number of rows follows the data: it has arrived when the next statement is answered
  await client.query('select')
  return { file, rows: copy.rowCount, bytes, sha256: hash.digest('hex') }
}

/** Copies a file into its table. @throws Problem if it has another number of rows than the manifest says */
export async function loadPart(
  client: pg.Client,
  { name, columns }: Pick<SavedTable, 'name' | 'columns'>,
  part: SavedPart,
  { directory, identity }: { directory: string; identity: string | undefined },
): Promise<void> {
  const copy = client.query(copyFrom(`copy ${quoteName(name)} (${quoteColumns(columns)}) from stdin`))
  try {
    await pipeline(
      createReadStream(join(directory, part.file)),
      decryptWith(identity),
      createZstdDecompress(),
      copy,
    )
  } catch (error) {
    throw new Error(`${part.file} could not be loaded: ${(error as Error).message}`, { cause: error })
  }
  if (copy.rowCount !== part.rows)
    throw new Problem(
      `${part.file} has ${formatNumber(copy.rowCount ?? 0)} rows, but its manifest says ${formatNumber(part.rows)}.`,
    )
}

/** @throws Problem if the file is missing or is not the one that was written */
export async function checkPart(
  { file, bytes, sha256 }: SavedPart,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of createReadStream(join(directory, file), { signal })) {
      hash.update(chunk)
      length += chunk.length
    }
  } catch (error) {
    signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(code === 'ENOENT' ? `${file} is missing.` : `${file} cannot be read (${code}).`)
  }
  if (length !== bytes)
    throw new Problem(
      `${file} is damaged: it has ${formatNumber(length)} bytes instead of ${formatNumber(bytes)}.`,
    )
  if (hash.digest('hex') !== sha256)
    throw new Problem(`${file} is damaged: its SHA-256 is not that of the manifest.`)
}

/** A part of a table, which becomes one file. */
export type Part = { table: string; file: string; select: string }

export type PartSizes = {
  /** Events of a part of the log */
  events: number
  /** Bytes of a part of another table, as Postgres stores them */
  bytes: number
}

/** About 100 MB each: some seconds, so that the connections end at nearly the same time and the progress moves. */
export const defaultPartSizes: PartSizes = { events: 250_000, bytes: 100_000_000 }

/** Parts of the log by position. Positions are dense, so all parts but the last have the same number of rows. */
export function planLogParts(
  { columns }: Pick<Table, 'columns'>,
  head: number,
  { events }: PartSizes,
): Part[] {
  return Array.from({ length: Math.ceil(head / events) }, (_, index) => {
    const upto = Math.min(head, (index + 1) * events)
    return part(logTable, columns, index, `where position > ${index * events} and position <= ${upto}`)
  })
}

/** Parts of another table by page. They are complete in one snapshot only. */
export function planTableParts(
  { name, columns, pages, bytes }: Omit<Table, 'rows'>,
  sizes: PartSizes,
): Part[] {
  const count = Math.max(1, Math.min(pages, Math.ceil(bytes / sizes.bytes)))
  const firstPage = (index: number) => Math.floor((index * pages) / count)
  return Array.from({ length: count }, (_, index) => {
    const from = `ctid >= '(${firstPage(index)},0)'`
    // the table may have grown since its size was read: the last part has no end
    const to = index < count - 1 ? ` and ctid < '(${firstPage(index + 1)},0)'` : ''
    return part(name, columns, index, count > 1 ? `where ${from}${to}` : '')
  })
}

/** A column, or what is saved in its place. */
function savedAs(table: string, column: string): string {
  return unsavedTexts[table]?.[column] ?? quoteColumns([column])
}

function part(table: string, columns: readonly string[], index: number, condition: string): Part {
  return {
    table,
    file: `${table}.${String(index + 1).padStart(4, '0')}.zst`,
    select:
      `select ${columns.map((column) => savedAs(table, column)).join(', ')} from ${quoteName(table)} ${condition}`.trimEnd(),
  }
}
