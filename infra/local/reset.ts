/** `npm run reset`: deletes what `npm start` stored, after it has shown it and asked. Its options are those of bootstrap/options.mjs. */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { formatNumber } from '@jaanch/operations/format'
import { readOptions } from './bootstrap/options.mjs'
import { claimFile, isDataDir, listContents, lockDataDir, markerFile } from './data-dir.ts'
import { clusterDir } from './postgres/cluster.ts'
import { stopLeftover } from './postgres/leftover.ts'
import { orSentence, Problem } from './problem.ts'
import { stopLeftoverRedis } from './redis.ts'
import { loadLocalConfig } from './start/services.ts'

async function reset(): Promise<void> {
  const options = readOptions('reset', process.argv.slice(2))
  if ('problem' in options) throw new Problem(options.problem)
  if (options.help) return console.log(options.help)
  const { dataDir, databaseOwnerUrl } = loadLocalConfig(process.env)
  const names = findOwnContents(dataDir)
  if (names.length === 0)
    return console.log(`There is nothing to reset: no stack has stored anything in ${dataDir}.`)
  const unlock = lockDataDir(dataDir)
  try {
    if (databaseOwnerUrl) console.log('The database of DATABASE_URL is not deleted.')
    if (!options.yes) {
      console.log(describeContents(dataDir, names))
      if (!(await confirm('Delete all of this? Type yes: '))) throw new Problem('Nothing was deleted.')
    }
    const megabytes = Math.ceil(sizeOf(dataDir) / 1_000_000)
    await deleteContents(dataDir, names)
    console.log(`Deleted ${megabytes} MB in ${dataDir}. The next npm start begins anew.`)
  } finally {
    unlock()
  }
}

/**
 * Deletes what a stack stored, while its lock is held: first the servers that an earlier start left, if any. The marker is last, so
 * that a reset that is killed can be repeated.
 *
 * @param names in the directory; of a symbolic link, the link alone is deleted
 * @throws the error of the system call if something cannot be deleted
 */
async function deleteContents(dataDir: string, names: readonly string[]): Promise<void> {
  await stopLeftover(clusterDir(dataDir))
  await stopLeftoverRedis(join(dataDir, 'redis'))
  const inOrder = names.toSorted((a, b) => Number(a === markerFile) - Number(b === markerFile))
  for (const name of inOrder) {
    const path = join(dataDir, name)
    rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Lists what a reset deletes.
 *
 * @returns the names in the directory that a stack made; none if there is no directory, or it is empty
 * @throws Problem if the directory is not a data directory, or has files of others too: those are not ours to delete
 */
function findOwnContents(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  const { own, other } = listContents(dataDir)
  const names = own.filter((name) => name !== claimFile)
  if (names.length + other.length === 0) return []
  if (!isDataDir(dataDir))
    throw new Problem(`${dataDir} is not a data directory of Jaanch: nothing was deleted.`)
  if (other.length > 0) {
    throw new Problem(
      `${dataDir} also has files that are not Jaanch's (${other.slice(0, 3).join(', ')}): nothing was deleted. ` +
        `Move them away, or delete what is Jaanch's yourself: ${names.join(', ')}.`,
    )
  }
  return names
}

/** Describes what would be lost, with the sizes. @param names in the directory */
function describeContents(dataDir: string, names: readonly string[]): string {
  const lines = names
    .map((name) => ({ name, bytes: sizeOf(join(dataDir, name)) }))
    .filter(({ bytes }) => bytes >= 1_000_000)
    .map(({ name, bytes }) => `  ${name.padEnd(12)} ${formatNumber(Math.ceil(bytes / 1_000_000))} MB`)
  return [`${dataDir} has:`, ...lines, '  and its secrets and logs'].join('\n')
}

/** @returns the bytes of a file, or of all files in a directory; those that may not be read count as none */
function sizeOf(path: string): number {
  // a link counts as itself: only it is deleted
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const size = stats?.size ?? 0
  if (!stats?.isDirectory()) return size
  try {
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), size)
  } catch {
    return size
  }
}

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/**
 * Asks a question that only the word `yes` answers with yes.
 *
 * @returns false for any other answer, for the end of the input and for Ctrl-C
 * @throws Problem if there is nobody to ask
 */
export function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): Promise<boolean> {
  if (!input.isTTY) {
    throw new Problem(
      'There is no terminal to ask on, so nothing was deleted. In a script: npm run reset -- --yes',
    )
  }
  const lines = createInterface({ input, output })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(false))
    lines.question(question, (answer) => {
      resolve(answer.trim() === 'yes')
      lines.close()
    })
  })
}

if (import.meta.main) await orSentence(reset)
