import { randomBytes } from 'node:crypto'
import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectories } from './make-directories.ts'
import { Problem } from './problem.ts'
import { startedAt } from './process/inspect.ts'

/** The process that uses a data directory. `since` distinguishes it from a later process with the same pid. */
type Holder = { pid: number; since: string | undefined }

/** SQLITE_BUSY: another connection holds the lock */
const sqliteBusy = 5

/**
 * Creates the data directory and claims it for this process, because two stacks would damage one directory.
 *
 * The claim is a lock of the operating system, which ends with its process: of several starts after a `kill -9` exactly one
 * gets it. SQLite takes the lock, because Node itself has no call for it. A file beside it names the holder for the message;
 * it also holds against a previous version, which wrote only that file.
 *
 * @returns a function that releases the claim
 * @throws Problem if the directory cannot be written, or another running stack has claimed it
 */
export function claimDataDir(dataDir: string): () => void {
  makeWritable(dataDir)
  const path = join(dataDir, 'stack.lock')
  const unlock = lockFile(join(dataDir, 'stack.claim'))
  const holder = readHolder(path)
  const isHeld = holder !== undefined && isRunning(holder)
  if (!unlock || isHeld) {
    unlock?.()
    throw heldBy(isHeld ? holder : undefined, dataDir)
  }
  const me: Holder = { pid: process.pid, since: startedAt(process.pid) }
  writeFileSync(path, `${JSON.stringify(me)}\n`)
  return () => {
    rmSync(path, { force: true })
    unlock()
  }
}

/** Locks a file for this process. The file stays: a lock on a deleted one would exclude nobody. @returns undefined if it is locked */
function lockFile(path: string): (() => void) | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
  return () => database.close()
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

function makeWritable(dataDir: string) {
  try {
    makeDirectories(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(
      `The data directory ${dataDir} cannot be written (${code}): ` +
        'make it writable, or choose another: DATA_DIR=/some/where npm start',
    )
  }
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

/** Undefined if there is no claim, or one whose process was killed while it wrote it. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isRunning({ pid, since }: Holder): boolean {
  const present = startedAt(pid)
  return present !== undefined && present === since
}

function heldBy(holder: Holder | undefined, dataDir: string): Problem {
  return new Problem(
    `Another Jaanch (process ${holder?.pid ?? 'unknown'}) already runs on ${dataDir}: ` +
      'stop it, or choose another directory: DATA_DIR=.data2 PORT=3001 npm start',
  )
}
