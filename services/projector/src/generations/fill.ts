import { readHead } from '@jaanch/eventlog/read'
import { isTransient } from '@jaanch/platform/postgres'
import { pause } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { createFeed } from '../feed/feed.ts'
import { foldStreams } from './fold-streams.ts'
import {
  analyzeTables,
  BehindError,
  createIndexes,
  emptyTables,
  type Generation,
  goLive,
  liveGeneration,
  setCheckpoint,
} from './generations.ts'

/** Larger than the projector's: fewer commits, and the events of a booking are more often in one batch and one write. */
const bulkBatchSize = 5_000

export type FillProgress = { done: number; total: number }

export type FillOptions = {
  url: string
  /** The connection that holds the builder lock */
  client: pg.ClientBase
  generation: Pick<Generation, 'generation' | 'version' | 'isIndexed'>
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  /** Called with the reason before it starts again in the order of the log */
  onFallback: (error: unknown) => void
}

/**
 * Fills a generation up to the checkpoint of the live one of its model version or, if none is live, to the end of the log: first
 * the rows, stream by stream, then the indexes, then the events that were appended meanwhile, then the planner's statistics,
 * without which the first requests would read whole tables. Its commits do not wait for the disk: a crash undoes rows and
 * checkpoint together, and the commit of going live flushes all of them.
 *
 * If an event cannot be applied, it starts again in the order of the log, which is slower, and stops before that event.
 * @throws StoppedError, LostLockError
 */
export async function fill(options: FillOptions): Promise<void> {
  const { url, client, generation, signal } = options
  const number = generation.generation
  await client.query('set synchronous_commit = off')
  try {
    if (!generation.isIndexed) {
      await foldIntoEmpty(options)
      if (!signal.aborted) await createIndexes(client, number, url)
    }
    await feedTables(options)
    if (!signal.aborted) await analyzeTables(client, number)
  } finally {
    await client.query('reset synchronous_commit').catch(() => {})
  }
}

async function foldIntoEmpty(options: FillOptions): Promise<void> {
  const { url, client, generation, signal, onProgress, onFallback } = options
  const number = generation.generation
  const upto = await targetOf(client, generation.version)
  const progress = onProgress && ((events: number) => onProgress({ done: events, total: upto }))
  try {
    await foldStreams({ url, client, generation: number, upto, signal, onProgress: progress })
  } catch (error) {
    if (isTransient(error) || signal.aborted) throw error
    onFallback(error)
    await emptyTables(client, number)
    return
  }
  if (!signal.aborted) await setCheckpoint(client, number, upto)
}

async function feedTables(options: FillOptions): Promise<void> {
  const { client, generation, signal, onProgress } = options
  const feed = createFeed(client, generation.generation)
  let done = await positionOf(client, generation.generation)
  const target = () => targetOf(client, generation.version)
  for (let total = await target(); !signal.aborted; total = await target()) {
    onProgress?.({ done, total })
    if (done >= total) return
    done = (await feed.next(Math.min(bulkBatchSize, total - done)))?.position ?? total
  }
}

/** Feeds a generation up to exactly this position. */
export async function feedUpTo(client: pg.ClientBase, generation: number, position: number): Promise<void> {
  const feed = createFeed(client, generation)
  for (let at = await positionOf(client, generation); at < position; ) {
    const applied = await feed.next(Math.min(bulkBatchSize, position - at))
    if (applied === undefined) return
    at = applied.position
  }
}

async function positionOf(client: pg.ClientBase, generation: number): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    'select position from read_generations where generation = $1',
    [generation],
  )
  return rows[0]?.position ?? 0
}

/** Events after the live one's checkpoint cannot be compared with it. */
async function targetOf(client: pg.ClientBase, version: number): Promise<number> {
  return (await liveGeneration(client, version))?.position ?? (await readHead(client))
}

const tryGoLiveEveryMs = 15

/**
 * Makes a generation that the projector feeds live as soon as it lacks no events of the live one.
 * @param timeoutMs after which it gives up @throws BehindError after the timeout
 */
export async function goLiveWhenAligned(
  client: pg.ClientBase,
  generation: number,
  {
    signal,
    timeoutMs = 60_000,
    alongside,
  }: { signal: AbortSignal; timeoutMs?: number; alongside?: (() => Promise<void>) | undefined },
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await goLive(client, generation, alongside)
    } catch (error) {
      if (!(error instanceof BehindError) || signal.aborted || Date.now() > deadline) throw error
    }
    await pause(tryGoLiveEveryMs, signal)
  }
}
