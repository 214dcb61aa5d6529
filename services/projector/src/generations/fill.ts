import { setTimeout } from 'node:timers/promises'
import { readHead } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { feed } from '../feed/feed.ts'
import { BehindError, createIndexes, type Generation, goLive } from './generations.ts'

/**
 * Larger than the projector's: fewer commits, and a booking's events more often fall into one batch and one write. On two
 * shared cores: 47,000 events a second where they lie close together, 16,000 to 20,000 where never two of one booking fall
 * into a batch (8,500 to 17,000 with the indexes in place from the start).
 */
const bulkBatch = 5_000

export type FillProgress = { done: number; total: number }

export type FillOptions = {
  /** The connection that holds the builder's lock */
  client: pg.ClientBase
  generation: Generation
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  /** Events a batch */
  batch?: number
}

/**
 * Fills a generation in bulk, up to the live one's checkpoint or, where none is live, to the end of the log. Rows first, then
 * the indexes, then what came meanwhile. Its commits do not wait for the disk: a crash takes rows and checkpoint back alike,
 * and going live waits for all of it. @throws StoppedError, LostLockError
 */
export async function fill(options: FillOptions): Promise<void> {
  const { client, generation, signal } = options
  await client.query('set synchronous_commit = off')
  try {
    await fillTables(options)
    if (!generation.isIndexed && !signal.aborted) await createIndexes(client, generation.generation)
    await fillTables(options)
  } finally {
    await client.query('reset synchronous_commit').catch(() => {})
  }
}

async function fillTables(options: FillOptions): Promise<void> {
  const { client, generation, signal, onProgress, batch = bulkBatch } = options
  let done = await positionOf(client, generation.generation)
  for (let total = await targetOf(client); !signal.aborted; total = await targetOf(client)) {
    onProgress?.({ done, total })
    if (done >= total) return
    done = (await feed(client, generation.generation, Math.min(batch, total - done))) ?? total
  }
}

/** Brings a generation exactly to a position. */
export async function feedUpTo(client: pg.ClientBase, generation: number, position: number): Promise<void> {
  for (let at = await positionOf(client, generation); at < position; ) {
    const reached = await feed(client, generation, Math.min(bulkBatch, position - at))
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

/** Beyond the live one's checkpoint there is nothing to be compared with. */
async function targetOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    'select position from read_generations where is_live',
  )
  return rows[0]?.position ?? (await readHead(client))
}

const tryEvery = 15

/**
 * Makes a generation that the projector feeds live at a moment when it is level with the one that is.
 * @param within ms @throws BehindError when there is no such moment
 */
export async function goLiveWhenLevel(
  client: pg.ClientBase,
  generation: number,
  { signal, within = 60_000 }: { signal: AbortSignal; within?: number },
): Promise<void> {
  const deadline = Date.now() + within
  for (;;) {
    try {
      return await goLive(client, generation)
    } catch (error) {
      if (!(error instanceof BehindError) || signal.aborted || Date.now() > deadline) throw error
    }
    await setTimeout(tryEvery, undefined, { signal }).catch(() => {})
  }
}
