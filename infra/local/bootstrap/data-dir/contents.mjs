import { opendirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Written by the first start; names the format of the directory and the release that used it last. */
export const markerFile = 'jaanch.json'

/** Raised when an earlier release cannot use the directory any more. */
export const format = 1

/** The file that a stack locks. `npm run reset` leaves it: a lock on a deleted file would exclude nobody. */
export const claimFile = 'stack.claim'

/** Written and deleted to see whether the disk takes it. */
export const probeFile = 'stack.probe'

/** All that a stack puts into its data directory. */
const ownNames = [
  'postgres',
  'postgres.new',
  'postgres-password',
  'service-password',
  'redis',
  'logs',
  'outbox',
  'requests',
  'erasures',
  'jwt-secret',
  'metrics-targets.json',
  'stack.lock',
  probeFile,
  `${claimFile}-journal`,
  claimFile,
  `${markerFile}.new`,
  markerFile,
]

/** What file systems and desktops put there by themselves. */
const unrelatedNames = ['lost+found', '.DS_Store', '.Trashes', '.fseventsd']

/**
 * @param {string} directory
 * @returns {{ own: string[], other: string[] }} names in the directory, of `other` at most four
 * @throws the error of the system call
 */
export function listContents(directory) {
  /** @type {string[]} */
  const own = []
  /** @type {string[]} */
  const other = []
  const entries = opendirSync(directory)
  try {
    for (let entry = entries.readSync(); entry && other.length < 4; entry = entries.readSync()) {
      if (ownNames.includes(entry.name)) own.push(entry.name)
      else if (!unrelatedNames.includes(entry.name)) other.push(entry.name)
    }
  } finally {
    entries.closeSync()
  }
  return { own, other: other.sort() }
}

/**
 * Whether a stack has used the directory, by its marker. Only then may other files be there, and may it be deleted.
 * @param {string} directory
 */
export function isDataDir(directory) {
  return readMarker(directory) !== undefined
}

/**
 * @param {string} directory
 * @returns {{ format: number, release: string } | undefined} undefined if there is none
 */
export function readMarker(directory) {
  try {
    const { format, release } = JSON.parse(read(join(directory, markerFile)) ?? '')
    return typeof format === 'number' ? { format, release: String(release) } : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {string} directory
 * @returns {string | undefined} the major version of the PostgreSQL that made the cluster
 */
export function readClusterVersion(directory) {
  return read(join(directory, 'postgres', 'PG_VERSION'))?.trim()
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
