import { type QueueState, readQueues } from '@jaanch/operations/queues'
import {
  mergeStatus,
  readLiveStatus,
  readSlowStatus,
  type SlowStatus,
  type Status,
} from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { addSample, eventsPerSecond, type Sample } from './rate.ts'

export type Snapshot = {
  at: Date
  status: Status
  queues: QueueState[] | undefined
  /** Of the last seconds; null until there are two observations */
  eventsPerSecond: number | null
  troubles: string[]
}

/** Sizes, and counts of messages and of rows to be deleted, take seconds on a large installation: read rarely, ms */
const slowEveryMs = 15_000
/** The part of the time in which reads may run */
const share = 0.1

type Slow = { slow: SlowStatus; queues: QueueState[] | undefined }

/**
 * Observes the state of everything. Each call reads what changes with every event; the rest is read beside it, every 15 s or more
 * rarely if it takes long, and is the one before until then.
 */
export function createObserver({ pool, redisUrl }: { pool: pg.Pool; redisUrl: string | undefined }) {
  let known: Slow | undefined
  let slowDueAt = 0
  let reading: Promise<void> | undefined
  let samples: Sample[] = []

  async function readSlow(): Promise<void> {
    const startedAt = performance.now()
    const [slow, queues] = await Promise.all([inSnapshot(pool, readSlowStatus), readQueues(pool, redisUrl)])
    known = { slow, queues }
    const endedAt = performance.now()
    slowDueAt = endedAt + Math.max(slowEveryMs, (endedAt - startedAt) / share)
  }

  return async function observe(): Promise<Snapshot> {
    if (performance.now() >= slowDueAt) {
      reading ??= readSlow().finally(() => {
        reading = undefined
      })
      // the next observation that needs it reports its error
      if (known) reading.catch(() => {})
      else await reading
    }
    if (!known) throw new Error('The status was not read')
    const { slow, queues } = known
    const status = mergeStatus(await inSnapshot(pool, readLiveStatus), slow)
    samples = addSample(samples, { ms: performance.now(), head: status.head })
    return {
      at: new Date(),
      status,
      queues,
      eventsPerSecond: eventsPerSecond(samples),
      troubles: findTroubles(status, queues).map(({ text }) => text),
    }
  }
}

/** How long to wait after an observation, ms: it must not cost much however large the installation is. */
export function pauseAfter(tookMs: number, intervalMs: number): number {
  return Math.max(intervalMs - tookMs, tookMs / share - tookMs)
}

/** Readers progress between two queries: without a snapshot one could appear to be beyond the head. */
function inSnapshot<Result>(
  pool: pg.Pool,
  read: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, read, 'begin isolation level repeatable read, read only')
}
