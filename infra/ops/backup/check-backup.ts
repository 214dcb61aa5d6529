import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { formatNumber } from '@jaanch/operations/format'
import { Problem } from '../../local/problem.ts'
import { decryptWith } from './age.ts'
import { assertIdentity, formats, type Manifest, readManifest, type SavedPart, sizeOf } from './manifest.ts'
import { checkPart } from './part-files.ts'

const newline = 10

export type CheckOptions = {
  directory: string
  /** A file with the secret key of age; without it, of an encrypted backup only bytes and SHA-256 are compared */
  identity?: string | undefined
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Reads a whole backup, without a database: every file has its bytes and SHA-256, can be decompressed and has its rows. Whether a
 * database can be filled from it only a restore shows.
 * @param options onProgress gets bytes
 * @throws Problem that names the file; the signal's reason if it was interrupted
 */
export async function checkBackup({
  directory,
  identity,
  signal,
  onProgress,
}: CheckOptions): Promise<Manifest> {
  const manifest = await readManifest(directory)
  const isReadable = manifest.format === formats.plain || identity !== undefined
  if (isReadable) assertIdentity(manifest, identity)
  const { bytes: total } = sizeOf(manifest)
  let done = 0
  for (const part of manifest.tables.flatMap(({ parts }) => parts)) {
    await checkPart(part, directory, signal)
    const rows = isReadable ? await countRows(part, { directory, identity, signal }) : part.rows
    if (rows !== part.rows)
      throw new Problem(
        `${part.file} has ${formatNumber(rows)} rows, but its manifest says ${formatNumber(part.rows)}.`,
      )
    done += part.bytes
    onProgress?.(done, total)
  }
  return manifest
}

/** A row is a line: in the text format of COPY, a line break inside of a value is written as \n. */
async function countRows(
  { file }: SavedPart,
  { directory, identity, signal }: CheckOptions,
): Promise<number> {
  let rows = 0
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks)
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
  }
  try {
    await pipeline(
      createReadStream(join(directory, file)),
      decryptWith(identity),
      createZstdDecompress(),
      count,
      { signal },
    )
  } catch (error) {
    signal.throwIfAborted()
    throw new Problem(`${file} cannot be decompressed (${(error as Error).message}).`)
  }
  return rows
}
