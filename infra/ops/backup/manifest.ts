import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../local/problem.ts'

/** The versions of the layout below. Raised when code of an earlier version could no longer read it: 2 is encrypted with age. */
export const formats = { plain: 1, encrypted: 2 } as const
export const manifestFile = 'manifest.json'

const count = z.int().nonnegative()

const part = z.object({
  // a plain name: a manifest must not lead out of its directory
  file: z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/),
  rows: count,
  /** The size of the file */
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const manifest = z.object({
  format: z.literal(Object.values(formats)),
  createdAt: z.iso.datetime(),
  /** Names of the migrations of the database, in order */
  migrations: z.array(z.string()),
  epoch: z.uuid(),
  /** The last position of the log */
  head: count,
  tables: z.array(
    z.object({
      /** `schema.table` */
      name: z.string(),
      /** The order of the columns in the parts */
      columns: z.array(z.string()),
      rows: count,
      parts: z.array(part),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: count, isCalled: z.boolean() })),
})

/** The contents of a backup. The manifest is written last: a directory without one is no backup. */
export type Manifest = z.infer<typeof manifest>
export type SavedTable = Manifest['tables'][number]
export type SavedPart = z.infer<typeof part>

/** @throws Problem if the directory has no manifest, or one that this code cannot read */
export async function readManifest(directory: string): Promise<Manifest> {
  const path = join(directory, manifestFile)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      throw new Problem(`${path} cannot be read (${error.code}).`)
    throw new Problem(`${directory} is not a complete backup: it has no ${manifestFile}.`)
  })
  const content = parseJson(text)
  const { data: version } = z.object({ format: count }).safeParse(content)
  if (version && version.format > formats.encrypted)
    throw new Problem(
      `The backup has format ${version.format}, this code reads ${formats.encrypted} and before: use newer code.`,
    )
  const parsed = manifest.safeParse(content)
  if (!parsed.success) throw new Problem(`${path} is damaged: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param identity a file with the secret key of age
 * @throws Problem unless there is one if, and only if, the backup is encrypted
 */
export function assertIdentity({ format }: Manifest, identity: string | undefined): void {
  if (format === formats.encrypted && identity === undefined)
    throw new Problem('The backup is encrypted: name the file with the secret key, --identity.')
  if (format === formats.plain && identity !== undefined)
    throw new Problem('The backup is not encrypted: leave --identity out.')
}

/** Sum of the rows, files and their bytes. */
export function sizeOf({ tables }: Manifest): { rows: number; files: number; bytes: number } {
  const parts = tables.flatMap((table) => table.parts)
  return {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    files: parts.length,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** For the output of the commands. */
export function summaryOf(manifest: Manifest) {
  const { createdAt, epoch, head, migrations, tables } = manifest
  return {
    createdAt,
    epoch,
    head,
    migration: migrations.at(-1),
    ...sizeOf(manifest),
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
  }
}
