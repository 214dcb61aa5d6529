import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { startedAt } from '../process/alive.ts'

/** Who holds a data directory. `since` tells the process from a later one with the same pid. */
type Holder = { pid: number; since: string | undefined }

/**
 * Makes the data directory and claims it for this process: two stacks on one would spoil it. The claim of a
 * process that is gone counts for nothing.
 *
 * @returns gives the claim back
 * @throws Problem when the directory cannot be written, or another running stack holds it
 */
export function claimDataDir(dataDir: string): () => void {
  makeWritable(dataDir)
  const path = join(dataDir, 'stack.lock')
  const me: Holder = { pid: process.pid, since: startedAt(process.pid) }
  const content = `${JSON.stringify(me)}\n`
  if (!create(path, content)) {
    const holder = readHolder(path)
    if (holder && isRunning(holder)) throw heldBy(holder, dataDir)
    takeOver(path, content)
    // Of two that take it over at the same moment, the later rename wins and the other sees it here.
    const winner = readHolder(path)
    if (winner?.pid !== me.pid) throw heldBy(winner, dataDir)
  }
  return () => rmSync(path, { force: true })
}

function makeWritable(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem(
      `The data directory ${dataDir} cannot be written (${code}): ` +
        'make it writable, or choose another: DATA_DIR=/some/where npm start',
    )
  }
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function takeOver(path: string, content: string) {
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, content)
  renameSync(mine, path)
}

/** Undefined when there is no claim, or one that its process had no time to write out. */
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
