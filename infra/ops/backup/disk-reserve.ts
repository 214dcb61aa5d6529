/** A backup must not fill the disk of the database: Postgres stops when it cannot write. */
import { stat, statfs } from 'node:fs/promises'
import { formatSize } from '@jaanch/operations/format'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'

/** Bytes that a backup leaves free on the disk of the database: the write-ahead log between two checkpoints (`max_wal_size`) */
const reservedBytes = 2 * 1_024 ** 3

/** The disk is asked again after so many bytes */
const bytesBetweenChecks = 16 * 1_024 ** 2

export type DiskReserve = {
  /** Is told what was written. @throws Problem when less than the reserve is free */
  wrote(bytes: number): Promise<void>
}

/**
 * Watches the file system of a directory while a backup is written there. It is free to fill one of which we know that the
 * database is not on it.
 * @param databaseDirectory where the database is, if it is known
 * @param reserved bytes that stay free
 * @throws Problem if less is free at the beginning
 */
export async function watchDisk(
  databaseDirectory: string | undefined,
  directory: string,
  { reserved = reservedBytes, freeBytesOf = readFreeBytes } = {},
): Promise<DiskReserve> {
  if (await isOnAnotherDisk(databaseDirectory, directory)) return { wrote: async () => {} }
  async function check(): Promise<void> {
    const free = await freeBytesOf(directory)
    if (free >= reserved) return
    throw new Problem(
      `Only ${formatSize(free)} are free on the disk of ${directory}, of which a backup leaves ${formatSize(reserved)} to the database: delete something, or name a directory on another disk.`,
    )
  }
  await check()
  let unchecked = 0
  return {
    async wrote(bytes) {
      unchecked += bytes
      if (unchecked < bytesBetweenChecks) return
      unchecked = 0
      await check()
    },
  }
}

async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** @returns undefined unless the user is a member of pg_read_all_settings: others are not told where the database is */
export async function readDataDirectory(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ setting: string }>(
    "select setting from pg_settings where name = 'data_directory'",
  )
  return rows[0]?.setting
}

/** @returns false if it is not known: a server in another container has paths of its own, and its volume may be on the same disk */
async function isOnAnotherDisk(databaseDirectory: string | undefined, directory: string): Promise<boolean> {
  const [database, backup] = await Promise.all([deviceOf(databaseDirectory), deviceOf(directory)])
  return database !== undefined && database !== backup
}

async function deviceOf(path: string | undefined): Promise<number | undefined> {
  if (!path) return undefined
  return stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  )
}
