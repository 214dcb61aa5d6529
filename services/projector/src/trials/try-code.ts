import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import type pg from 'pg'
import { keepAwake } from '../connection.ts'
import { openAlignedSnapshots } from '../generations/aligned-snapshot.ts'
import { findCommonTables } from '../generations/common-tables.ts'
import { compareGenerations } from '../generations/compare.ts'
import { asBuilder, type RebuildOptions, RebuildRefused, type Rebuilt } from '../generations/rebuild.ts'
import { dropGeneration } from '../generations/retire.ts'
import { startBuilder } from './start-builder.ts'

export type TrialOptions = Pick<
  RebuildOptions,
  'url' | 'signal' | 'version' | 'onPhase' | 'onProgress' | 'onFallback'
>

/**
 * Folds the log with another version of the projections, in a process of its own, into a generation that never goes live, and
 * compares it with the live one of this version. The generation is dropped at the end, by the projector if this process is killed.
 * @param code see openOtherCode
 * @throws RebuildRefused, and the signal's reason if it was interrupted
 */
export async function tryCode(code: string, options: TrialOptions): Promise<Rebuilt> {
  const { version = modelVersion } = options
  const { directory, remove } = await openOtherCode(code)
  try {
    return await asBuilder({ ...options, version, name: 'ops trial' }, async (client, live) => {
      const rest = keepAwake([client])
      try {
        return await buildAndCompare(client, live, { ...options, version, directory })
      } finally {
        await rest()
      }
    })
  } finally {
    await remove()
  }
}

async function buildAndCompare(
  client: pg.ClientBase,
  live: number,
  options: TrialOptions & { version: number; directory: string },
) {
  const { url, signal, version, onPhase } = options
  signal.throwIfAborted()
  const began = performance.now()
  const builder = startBuilder(options)
  try {
    const otherVersion = await builder.filled.catch(throwIfStopped)
    const filling = performance.now() - began
    const rebuilt = builder.generation() as number
    onPhase?.('comparing')
    const pair = { live, rebuilt }
    const { tables, onlyLive, onlyRebuilt } = await findCommonTables(client, pair)
    const snapshots = await openAlignedSnapshots({ url, feedRebuilt: builder.feedUpTo, ...pair })
    try {
      const compared = await compareGenerations({ snapshots, tables, ...pair }, (table) => {
        signal.throwIfAborted()
        onPhase?.('comparing', table)
      })
      const different = compared.tables.reduce((sum, table) => sum + table.different, 0)
      const notCompared = [
        otherVersion !== version &&
          `Its model version is ${otherVersion}, that of the running code ${version}.`,
        onlyLive.length > 0 && `Only in the running code: ${onlyLive.join(', ')}.`,
        onlyRebuilt.length > 0 && `Only in the other code: ${onlyRebuilt.join(', ')}.`,
      ].filter((sentence) => sentence !== false)
      const about = { generation: rebuilt, comparedWith: live, different, wentLive: false, filling }
      return { ...compared, ...about, notCompared }
    } finally {
      await snapshots.close()
    }
  } finally {
    await builder.end()
    const generation = builder.generation()
    // if the connection is lost, the projector drops it
    if (generation !== undefined) await dropGeneration(client, generation).catch(() => {})
  }

  /** A builder that was killed for the signal failed because of it */
  function throwIfStopped(error: unknown): never {
    signal.throwIfAborted()
    throw error
  }
}

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')

/** A directory with another version of the packages */
type OtherCode = { directory: string; remove(): Promise<void> }

/**
 * @param code a commit, branch or tag of the running checkout, whose files are written to a temporary directory; or the name of a
 * directory beside the running release, or an absolute path
 * @param running where the running release lies; for tests
 * @throws RebuildRefused
 */
export async function openOtherCode(code: string, running = root): Promise<OtherCode> {
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${code}^{commit}`).catch(
    () => undefined,
  )
  const other = commit ? await extract(commit) : findRelease(code, running)
  if (existsSync(join(other.directory, 'packages/booking-stream/src'))) return other
  await other.remove()
  throw new RebuildRefused(`${code} has no packages/booking-stream.`)
}

function findRelease(code: string, running: string): OtherCode {
  const directory = resolve(running, '..', code)
  if (directory === running && !isAbsolute(code)) throw new RebuildRefused(`${code} is the running code.`)
  if (!existsSync(directory))
    throw new RebuildRefused(
      `${code} is neither a release beside the running one nor a commit, branch or tag of its checkout.`,
    )
  return { directory, remove: async () => {} }
}

/** `git archive` instead of a worktree: nothing of it is left in the repository, however this process ends. */
async function extract(commit: string): Promise<OtherCode> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-trial-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    const archive = join(directory, 'code.tar')
    await git('archive', '--output', archive, commit, 'packages', 'services')
    await run('tar', ['-xf', archive, '-C', directory])
    return { directory, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function git(...parameters: string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', root, ...parameters])
  return stdout.trim()
}
