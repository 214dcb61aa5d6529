import { execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { childEnvironment } from '@jaanch/platform/variable-files'
import type pg from 'pg'
import { keepAwake } from '../connection.ts'
import { compareWithLive, findCommonTables } from '../generations/compare.ts'
import type { FillProgress } from '../generations/fill.ts'
import { asBuilder, type RebuildOptions, RebuildRefused, type Rebuilt } from '../generations/rebuild.ts'
import { dropGeneration } from '../generations/retire.ts'

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
    const compared = await compareWithLive({
      ...pair,
      url,
      signal,
      onPhase,
      feedRebuilt: builder.feedUpTo,
      tables,
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
  throw new RebuildRefused(
    `${code} cannot be tried: it has no packages/booking-stream, so it is older than this command or not a release.`,
  )
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

/** The messages of the process that builds */
export type BuilderAnswer =
  /** `modelVersion`: that of the other code */
  | { kind: 'created'; generation: number; modelVersion: number }
  | { kind: 'progress'; progress: FillProgress }
  | { kind: 'fallback'; why: string }
  | { kind: 'filled' }
  | { kind: 'fed'; upto: number }
  | { kind: 'failed'; why: string }

/** Feed the generation up to exactly this position */
export type BuilderOrder = { upto: number }

type Builder = {
  /** The generation that it fills, as soon as it exists, also after a failure */
  generation: () => number | undefined
  /** Waits until the generation is filled. @returns the model version of the other code @throws RebuildRefused */
  filled: Promise<number>
  /** @throws RebuildRefused */
  feedUpTo(position: number): Promise<void>
  end(): Promise<void>
}

type Options = {
  url: string
  /** The other version */
  directory: string
  /** Model version of the generation: that of this code, whatever the other one has */
  version: number
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  onFallback?: (why: unknown) => void
}

const place = (file: string) => resolve(import.meta.dirname, file)

/** Starts the process that builds a generation with the other code. */
function startBuilder({ url, directory, version, signal, onProgress, onFallback }: Options): Builder {
  const child = fork(place('builder.ts'), {
    execArgv: ['--import', pathToFileURL(place('overlay.ts')).href],
    env: childEnvironment(process.env, {
      DATABASE_URL: url,
      TRIAL_CODE: directory,
      TRIAL_VERSION: String(version),
    }),
  })
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const filled = Promise.withResolvers<number>()
  let fed = Promise.withResolvers<void>()
  let [generation, otherVersion]: [number | undefined, number] = [undefined, version]

  function fail(why: string): void {
    const error = new RebuildRefused(why)
    filled.reject(error)
    fed.reject(error)
  }
  // nobody may wait for them
  for (const { promise } of [filled, fed]) promise.catch(() => {})

  child.on('message', (answer: BuilderAnswer) => {
    switch (answer.kind) {
      case 'created':
        generation = answer.generation
        otherVersion = answer.modelVersion
        return
      case 'progress':
        return onProgress?.(answer.progress)
      case 'fallback':
        return onFallback?.(answer.why)
      case 'filled':
        return filled.resolve(otherVersion)
      case 'fed':
        return fed.resolve()
      case 'failed':
        return fail(`The other version could not build the read tables: ${answer.why}`)
    }
  })
  child.once('close', () => fail('The process of the other version ended early.'))
  const abort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', abort, { once: true })

  return {
    generation: () => generation,
    filled: filled.promise,
    async feedUpTo(upto) {
      fed = Promise.withResolvers()
      child.send({ upto } satisfies BuilderOrder, (error) => error && fed.reject(error))
      await fed.promise
    },
    async end() {
      signal.removeEventListener('abort', abort)
      child.kill('SIGKILL')
      await closed
    },
  }
}
