import { hostname } from 'node:os'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { formatNumber } from '@jaanch/operations/format'
import { type Run, type RunDifferences, readNewestComparison } from '@jaanch/operations/runs/runs'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { StoppedError } from '../feed/feed.ts'
import {
  type Compared,
  type RebuildOptions,
  RebuildRefused,
  type Rebuilt,
  rebuild,
} from '../generations/rebuild.ts'
import { type TrialOptions, tryCode } from '../trials/try-code.ts'
import { type ClaimedRun, endRun, keepBeating } from './run-row.ts'

/** Somebody stopped the run, or it counts as ended. The message is its result. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

export type ExecuteOptions = Pick<RebuildOptions, 'url' | 'onPhase' | 'onProgress' | 'onFallback'> & {
  run: ClaimedRun
  /** Stops the run */
  signal: AbortSignal
  version?: number
  /** How often it writes its row and reads whether it is stopped, ms */
  beatMs?: number
}

/**
 * Carries out a run that this process took, and writes into its row how far it is and how it ended. The rebuilt tables go live in one
 * transaction with that.
 * @throws what `rebuild` throws, after it is written
 */
export async function executeRun(options: ExecuteOptions): Promise<Rebuilt> {
  const { url, run, signal, version = modelVersion, onPhase, onProgress, onFallback } = options
  const { token, kind, code, acceptsDifferences } = run
  const pool = createPostgresPool({ url, name: 'run', max: 1 })
  const [ended, closed, began] = [new AbortController(), new AbortController(), performance.now()]
  const stop = (why: string) => ended.abort(new RunStopped(`${why} ${unchanged}`))
  const stopWithProcess = () => stop('Its process was stopped.')
  if (signal.aborted) stopWithProcess()
  signal.addEventListener('abort', stopWithProcess, { once: true })

  let state: 'filling' | 'comparing' = 'filling'
  const progress: NonNullable<Run['progress']> = { done: 0, total: 0, rate: 0, table: null }
  const read = () => ({ state, progress })
  const beat = { db: pool, token, read, onStop: stop, everyMs: options.beatMs ?? 1_000 }
  const beating = keepBeating({ ...beat, signal: closed.signal })

  try {
    const accepted = acceptsDifferences ? await readNewestComparison(pool, version) : undefined
    const shared: TrialOptions = {
      url,
      version,
      signal: ended.signal,
      onPhase(phase, table) {
        state = phase
        progress.table = table ?? null
        onPhase?.(phase, table)
      },
      onProgress({ done, total }) {
        const rate = Math.round(done / ((performance.now() - began) / 1_000))
        Object.assign(progress, { done, total, rate })
        onProgress?.({ done, total })
      },
      ...(onFallback && { onFallback }),
    }
    const rebuilt =
      kind === 'trial'
        ? await tryCode(code ?? '', shared)
        : await rebuild({
            ...shared,
            madeFor: kind,
            accepts: (compared) => accepted !== undefined && !exceeds(compared, accepted.differences),
            async onLive(client, compared) {
              if (!(await endRun(client, token, endOf({ ...compared, wentLive: true }))))
                throw new RunStopped(`It was stopped, or counts as ended. ${unchanged}`)
            },
          })
    if (!rebuilt.wentLive) await endRun(pool, token, endOf(rebuilt))
    return rebuilt
  } catch (error) {
    const how = error instanceof RunStopped ? 'stopped' : 'failed'
    // without a connection, another process notices the silence
    await endRun(pool, token, { state: how, result: sentenceOf(error) }).catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', stopWithProcess)
    closed.abort()
    await beating
    await pool.end()
  }
}

const unchanged = 'The live read tables are unchanged.'

/**
 * Whether a table has more differences than those that were accepted, or, where all of them were shown, another one. Differences
 * may be fewer, because the next event of a booking can write its row anew.
 */
function exceeds(compared: Compared, accepted: RunDifferences): boolean {
  return compared.tables.some(({ table, different, examples }) => {
    const known = accepted.tables.find((one) => one.table === table)
    if (different > (known?.different ?? 0)) return true
    const keys = new Set(known?.examples.map(({ key }) => JSON.stringify(key)))
    return known?.different === keys.size && examples.some(({ key }) => !keys.has(JSON.stringify(key)))
  })
}

/** Read tables are made from events, so the rows that are stored contain ids, amounts and instants, and nothing that a person typed. */
function endOf({ wentLive, different, generation, comparedWith, position, tables, notCompared }: Rebuilt) {
  const found = different === 0 ? 'No row differs.' : `Rows that differ: ${formatNumber(different)}.`
  const live = wentLive ? `Generation ${generation} is live.` : `Generation ${comparedWith} stays live.`
  return {
    state: 'done',
    result: [found, live, ...notCompared].join(' '),
    wentLive,
    different,
    differences: { position, tables },
  } as const
}

/** Says of an unknown error only where to look: its message may contain values of rows. */
function sentenceOf(error: unknown): string {
  if (error instanceof RunStopped || error instanceof RebuildRefused) return error.message
  if (error instanceof StoppedError) {
    return `Event ${error.position} (${error.type}) cannot be applied: ${error.message.slice(0, 500)} ${unchanged}`
  }
  return `It failed: see the log of process ${process.pid} on ${hostname()}. ${unchanged}`
}
