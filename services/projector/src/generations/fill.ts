import { readHead } from '@jaanch/eventlog/read'
import { pause } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { feed } from '../feed/feed.ts'
import {
  analyzeTables,
  BehindError,
  createIndexes,
  type Generation,
  goLive,
  liveGeneration,
} from './generations.ts'

/**
 * Larger than the projector's: fewer commits, and the events of a booking are more often in one batch and one write. On two
 * shared cores: 47,000 events/s if the events of a booking are close together, 16,000 to 20,000 if a batch never contains
 * two of one booking (8,500 to 17,000 with indexes from the start).
 */
const bulkBatchSize = 5_000

export type FillProgress = { done: number; total: number }

export type FillOptions = {
  /** The connection that holds the builder lock */
  client: pg.ClientBase
  generation: Generation
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  /** Events per batch */
  batchSize?: number
}

/**
 * Fills a generation in bulk, up to the checkpoint of the live one of its model version or, if none is live, to the end of the
 * log: first the rows, then the indexes, then the rows of new events, then the planner's statistics, without which the first
 * requests would read whole tables. Its commits do not wait for the disk: a crash undoes rows and checkpoint together,
 * and the commit of going live flushes all of them. @throws StoppedError, LostLockError
 */
export async function fill(options: FillOptions): Promise<void> {
  const { client, generation, signal } = options
  await client.query('set synchronous_commit = off')
  try {
    await fillTables(options)
    if (!generation.isIndexed && !signal.aborted) await createIndexes(client, generation.generation)
    await fillTables(options)
    if (!signal.aborted) await analyzeTables(client, generation.generation)
  } finally {
    await client.query('reset synchronous_commit').catch(() => {})
  }
}

async function fillTables(options: FillOptions): Promise<void> {
  const { client, generation, signal, onProgress, batchSize = bulkBatchSize } = options
  let done = await positionOf(client, generation.generation)
  const target = () => targetOf(client, generation.version)
  for (let total = await target(); !signal.aborted; total = await target()) {
    onProgress?.({ done, total })
    if (done >= total) return
    done = (await feed(client, generation.generation, Math.min(batchSize, total - done))) ?? total
  }
}

/** Feeds a generation up to exactly this position. */
export async function feedUpTo(client: pg.ClientBase, generation: number, position: number): Promise<void> {
  for (let at = await positionOf(client, generation); at < position; ) {
    const reached = await feed(client, generation, Math.min(bulkBatchSize, position - at))
    if (reached === undefined) return
    at = reached
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
  { signal, timeoutMs = 60_000 }: { signal: AbortSignal; timeoutMs?: number },
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await goLive(client, generation)
    } catch (error) {
      if (!(error instanceof BehindError) || signal.aborted || Date.now() > deadline) throw error
    }
    await pause(tryGoLiveEveryMs, signal)
  }
}
