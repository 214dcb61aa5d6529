/**
 * Whether a stack can use a data directory, found out before anything is installed or started. Plain JavaScript of Node 20
 * without packages, because `npm start` asks before `npm ci`.
 */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDirectories } from '../make-directories.mjs'
import { format, isDataDir, listContents, probeFile, readClusterVersion, readMarker } from './contents.mjs'
import { errorCode, explain, userName } from './explain.mjs'

export const postgresMajor = '18'

/** PostgreSQL cuts paths at 1,024 bytes without an error; its own part of a path is shorter than 200. */
const longestPath = 800
const megabyte = 1024 * 1024
/** With the demo, a new directory has 80 MB; the write-ahead log grows from the first bookings on. */
const needsNew = 256 * megabyte
/** The logs, and the next segments of the write-ahead log */
const needsUsed = 64 * megabyte
/** Without a PostgreSQL of its own: Redis and the logs */
const needsExternal = 16 * megabyte

/**
 * Makes the data directory if it is missing, and looks for a reason why a stack can't use it. If there is one, the directories that
 * were made are removed again.
 *
 * @param {string} path absolute
 * @param {{ ownPostgres: boolean }} options whether the embedded PostgreSQL stores its cluster there
 * @returns {string | undefined} a sentence: the reason, and what to do; undefined if there is none
 */
export function findDataDirProblem(path, { ownPostgres }) {
  /** @type {string[]} */
  const made = []
  const reason =
    findUnfitPath(path) ??
    failure(path, () => makeDirectories(path, 0o777, made)) ??
    findUnfit(path, ownPostgres)
  if (!reason) return undefined
  for (const directory of made.reverse()) errorCode(() => rmdirSync(directory))
  return `The data directory ${printable(path)} cannot be used: ${printable(reason)}. Choose another: DATA_DIR=/some/where npm start`
}

/** @param {string} path */
function findUnfitPath(path) {
  if (/\p{Cc}/u.test(path)) return 'its path contains a control character'
  if (Buffer.byteLength(path) > longestPath) return `its path is longer than ${longestPath} bytes`
  const unexpanded = /(?:^|\/)(~[^/]*|\$\w+|\$\{\w+\})(?:\/|$)/.exec(path)?.[1]
  if (unexpanded && errorCode(() => accessSync(path)))
    return `no shell has replaced ${unexpanded} in its path: write the path itself`
  return undefined
}

/**
 * @param {string} path exists, perhaps as something else
 * @param {boolean} ownPostgres
 */
function findUnfit(path, ownPostgres) {
  return (
    failure(path, () => accessSync(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK)) ??
    findForeignContents(path) ??
    findNewer(path, ownPostgres) ??
    findClosedContents(path) ??
    findLackOfSpace(path, ownPostgres) ??
    failure(path, () => tryToWrite(path))
  )
}

/** @param {string} path */
function findForeignContents(path) {
  if (temporary().includes(realpathSync(path)))
    return 'all users of this machine put their temporary files into it'
  const { other } = listContents(path)
  if (other.length === 0 || isDataDir(path)) return undefined
  const names = other.slice(0, 3).join(', ')
  return `it has files that are not Jaanch's (${names}${other.length > 3 ? ' …' : ''}), and a data directory is Jaanch's alone`
}

/** @param {string} path @param {boolean} ownPostgres */
function findNewer(path, ownPostgres) {
  const marker = readMarker(path)
  if (marker && marker.format > format)
    return `it was made by Jaanch ${marker.release}, which is newer than this one and stores its data in another way`
  const version = ownPostgres ? readClusterVersion(path) : undefined
  if (version !== undefined && version !== postgresMajor)
    return `${join(path, 'postgres')} holds a cluster of PostgreSQL ${version}, and this is ${postgresMajor}`
  return undefined
}

/** Other users may delete what is there, and the system does from time to time. */
function temporary() {
  return [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
}

/** As when one start was root's and the next is an ordinary user's. @param {string} path */
function findClosedContents(path) {
  const closed = listContents(path).own.find((name) =>
    // a file of another start may be gone by now
    ['EACCES', 'EPERM'].includes(
      errorCode(() => accessSync(join(path, name), constants.R_OK | constants.W_OK)) ?? '',
    ),
  )
  return (
    closed && `the user ${userName()} may not read and write ${join(path, closed)}, which another user made`
  )
}

/** @param {string} path @param {boolean} ownPostgres */
function findLackOfSpace(path, ownPostgres) {
  const { bavail, blocks, bsize } = statfsSync(path)
  const needed = !ownPostgres ? needsExternal : readClusterVersion(path) ? needsUsed : needsNew
  // some network file systems do not tell their size
  if (blocks === 0 || bavail * bsize >= needed) return undefined
  const free = Math.floor((bavail * bsize) / megabyte)
  return `its disk has ${free} MB left, and a stack needs ${needed / megabyte} MB`
}

/** A full disk, a quota or a broken network disk may be noticed only by a write that reaches it. @param {string} path */
function tryToWrite(path) {
  const file = join(path, probeFile)
  try {
    const handle = openSync(file, 'w', 0o600)
    try {
      writeSync(handle, Buffer.alloc(65_536))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} path @param {() => void} call @returns {string | undefined} why the system call fails */
function failure(path, call) {
  const code = errorCode(call)
  return code && explain(path, code)
}

/** @param {string} text */
function printable(text) {
  const clean = text.replace(/\p{Cc}/gu, '?')
  return clean.length > 300 ? `${clean.slice(0, 300)}…` : clean
}
