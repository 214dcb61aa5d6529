import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '@jaanch/platform/config'
import { readRelease } from '@jaanch/platform/release'
import { Problem } from './problem.ts'

/** Written by the first start. Only a directory with it may be deleted, and may have files of others. */
export const markerFile = 'jaanch.json'

/** The file that a stack locks. `npm run reset` leaves it: a lock on a deleted file would exclude nobody. */
export const claimFile = 'stack.claim'

/** Names the process that has the lock, for the message to others */
const holderFile = 'stack.lock'

/** All that a stack puts into its data directory. */
const ownNames = [
  ...['postgres', 'postgres.new', 'postgres-password', 'service-password', 'redis', 'logs', 'outbox'],
  ...['requests', 'erasures', 'jwt-secret', 'metrics-targets.json', holderFile],
  ...[`${claimFile}-journal`, claimFile, `${markerFile}.new`, markerFile],
]

/** File systems and desktops make these by themselves. */
const unrelatedNames = ['lost+found', '.DS_Store', '.Trashes', '.fseventsd']

/** SQLITE_BUSY: another connection holds the lock */
const sqliteBusy = 5

/**
 * Creates the data directory and claims it for this process, because two stacks would damage one directory.
 *
 * The claim is a lock of the operating system, which ends with its process: of several starts after a `kill -9` exactly one
 * gets it. SQLite takes the lock, because Node itself has no call for it.
 *
 * @returns a function that releases the claim
 * @throws Problem if the directory cannot be used, or another running stack has claimed it
 */
export function claimDataDir(dataDir: string): () => void {
  const unlock = prepare(dataDir)
  const path = join(dataDir, holderFile)
  writeFileSync(path, `${process.pid}\n`)
  return () => {
    rmSync(path, { force: true })
    unlock()
  }
}

function prepare(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true })
    const { other } = listContents(dataDir)
    if (other.length > 0 && !isDataDir(dataDir))
      throw new Error(`it has files that are not Jaanch's (${other.slice(0, 3).join(', ')})`)
    const unlock = lockDataDir(dataDir)
    writeMarker(dataDir)
    return unlock
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(
      `The data directory ${dataDir} cannot be used: ${(error as Error).message}. Choose another: DATA_DIR=/some/where npm start`,
    )
  }
}

/** @returns the names in the directory @throws the error of the system call */
export function listContents(directory: string): { own: string[]; other: string[] } {
  const names = readdirSync(directory).filter((name) => !unrelatedNames.includes(name))
  const own = names.filter((name) => ownNames.includes(name))
  return { own, other: names.filter((name) => !ownNames.includes(name)).sort() }
}

/** Whether a stack has used the directory, by its marker. */
export function isDataDir(directory: string): boolean {
  try {
    return typeof JSON.parse(readFileSync(join(directory, markerFile), 'utf8')).release === 'string'
  } catch {
    return false
  }
}

/**
 * Takes the lock of a directory that exists, and writes nothing: also on a full disk.
 *
 * @returns a function that gives it up
 * @throws Problem if a running stack has it
 */
export function lockDataDir(dataDir: string): () => void {
  const unlock = lockFile(join(dataDir, claimFile))
  if (unlock) return unlock
  throw new Problem(
    `Another Jaanch (process ${readHolder(join(dataDir, holderFile))}) already runs on ${dataDir}: ` +
      'stop it, or choose another directory: DATA_DIR=.data2 PORT=3001 npm start',
  )
}

/** Locks a file for this process. The file stays: a lock on a deleted one would exclude nobody. @returns undefined if it is locked */
function lockFile(path: string): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // the default writes a file of its own
    database.exec('pragma journal_mode = memory; begin exclusive')
    const locked = database
    return () => locked.close()
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    // a network disk without locks, for example
    throw new Problem(
      `${path} cannot be locked (${(error as Error).message}), and without a lock two stacks could damage the data: ` +
        'choose a directory on a local disk: DATA_DIR=/some/where npm start',
    )
  }
}

/**
 * A secret of 256 bits that is created once and stored in a file that only its owner may read (mode 600).
 *
 * @returns the secret, safe in URLs
 */
export function readOrCreateSecret(path: string): string {
  createFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  return readFileSync(path, 'utf8').trim()
}

/** Replaced as a whole: a directory with half a marker has none. */
function writeMarker(dataDir: string): void {
  const path = join(dataDir, markerFile)
  writeFileSync(`${path}.new`, `${JSON.stringify({ release: readRelease().version })}\n`)
  renameSync(`${path}.new`, path)
}

/** @returns false if the file exists already */
function createFile(
  path: string,
  content: string,
  options: { mode?: number; flush?: boolean } = {},
): boolean {
  try {
    writeFileSync(path, content, { ...options, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The pid in it; the holder writes it after it has taken the lock. */
function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Where the ledger of erasures is: where ERASURE_LEDGER says, else in DATA_DIR if the database is there too; otherwise nowhere. */
export function ledgerDirectory({
  erasureLedger,
  databaseOwnerUrl,
  dataDir,
}: Pick<Config, 'erasureLedger' | 'databaseOwnerUrl' | 'dataDir'>): string | undefined {
  return erasureLedger ?? (databaseOwnerUrl === undefined ? join(dataDir, 'erasures') : undefined)
}
