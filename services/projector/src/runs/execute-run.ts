import { modelVersion } from '@jaanch/contracts/model-version'
import { formatNumber } from '@jaanch/operations/format'
import type { RowDifference, RunDifferences } from '@jaanch/operations/runs'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { StoppedError } from '../feed/feed.ts'
import {
  type Compared,
  type RebuildOptions,
  RebuildRefused,
  type Rebuilt,
  rebuild,
} from '../generations/rebuild.ts'
import { type ClaimedRun, createRunControl, RunLost, RunStopped } from './run-control.ts'

/** Longest value that is stored, characters of its JSON: a booking with all its lines is some thousand */
const maxValue = 2_000

/**
 * The differences as the row of a run has them: the counts of each table and its first examples, with long values cut. Read tables are
 * made from events, so their rows contain ids, amounts and instants, and nothing that a person typed.
 */
function boundDifferences({ generation, comparedWith, position, tables }: Compared): RunDifferences {
  return {
    generation,
    comparedWith,
    position,
    tables: tables.map(({ table, live, rebuilt, different, examples }) => ({
      table,
      live,
      rebuilt,
      different,
      examples: examples.map(({ key, live: before, rebuilt: after }) => ({
        key,
        live: bounded(before),
        rebuilt: bounded(after),
      })),
    })),
  }
}

function bounded(row: RowDifference['live']): RowDifference['live'] {
  return row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, boundedValue(value)]))
}

function boundedValue(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text !== undefined && text.length > maxValue ? `${text.slice(0, maxValue)}…` : value
}

export type ExecuteOptions = Pick<RebuildOptions, 'url' | 'onPhase' | 'onProgress' | 'onFallback'> & {
  run: ClaimedRun
  /** Stops the run */
  signal: AbortSignal
  version?: number
  /** Longest pause and longest wait for a decision, ms; default: an hour */
  maxWaitMs?: number
  /** How often it writes its row and reads what is wanted, ms; default: a second */
  beatMs?: number
}

/**
 * Carries out a run that this process took, and writes into its row how far it is and how it ended. The rebuilt tables go live in one
 * transaction with that.
 * @throws what `rebuild` throws, after it is written
 */
export async function executeRun(options: ExecuteOptions): Promise<Rebuilt> {
  const { url, run, version = modelVersion, onPhase, onProgress, onFallback, ...rest } = options
  // one connection: what the row wants is read in the order of the writes
  const pool = createPostgresPool({ url, name: 'run', max: 1 })
  const control = createRunControl({ pool, run, ...rest })
  const swap = run.kind === 'replay' && !run.isDryRun
  // the row is written in the order of the phases
  let writing: Promise<unknown> = Promise.resolve()
  const enter = (state: 'comparing' | 'going live') => {
    writing = writing.then(() => control.enter(state))
    writing.catch(() => {})
  }
  try {
    const rebuilt = await rebuild({
      url,
      version,
      madeFor: run.kind,
      swap,
      acceptDifferences: run.onDifferences === 'accept',
      projection: run.projection ?? undefined,
      signal: control.signal,
      gate: control.gate,
      onPhase(phase, table) {
        if (table) control.onTable(table)
        else if (phase === 'filling') control.begin()
        else if (phase === 'comparing' || phase === 'going live') enter(phase)
        onPhase?.(phase, table)
      },
      onProgress(progress) {
        control.onProgress(progress)
        onProgress?.(progress)
      },
      ...(onFallback && { onFallback }),
      ...(swap &&
        run.onDifferences === 'ask' && {
          async decide(compared: Compared) {
            await writing
            await control.compared(boundDifferences(compared), compared.different)
            return control.decision()
          },
        }),
      async onLive(client, compared) {
        await writing
        // a stop that came before the state 'going live' was written
        control.signal.throwIfAborted()
        if (run.onDifferences !== 'ask')
          await control.compared(boundDifferences(compared), compared.different)
        await control.end('done', resultOf({ ...compared, wentLive: true }), { wentLive: true, db: client })
      },
    })
    await writing
    if (!rebuilt.wentLive) {
      await control.compared(boundDifferences(rebuilt), rebuilt.different)
      await control.end('done', resultOf(rebuilt))
    }
    return rebuilt
  } catch (error) {
    await writing.catch(() => {})
    // without a connection, another process notices the silence
    await control.end(error instanceof RunStopped ? 'stopped' : 'failed', sentenceOf(error)).catch(() => {})
    throw error
  } finally {
    await control.close()
    await pool.end()
  }
}

function resultOf({ wentLive, different, generation, comparedWith }: Rebuilt): string {
  const compared = different === 0 ? 'No row differs.' : `${formatNumber(different)} rows differ.`
  return wentLive
    ? `${compared} Generation ${generation} is live.`
    : `${compared} Generation ${comparedWith} stays live.`
}

/** Of an unknown error only where to look: its message may contain values of rows. */
function sentenceOf(error: unknown): string {
  if (error instanceof RunStopped || error instanceof RebuildRefused || error instanceof RunLost)
    return error.message
  if (error instanceof StoppedError) {
    return `Event ${error.position} (${error.type}) cannot be applied: ${error.message.slice(0, 500)} The live read tables are unchanged.`
  }
  return 'It failed: see the log of the process that executed it. The live read tables are unchanged.'
}
