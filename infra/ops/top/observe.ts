import { readHead } from '@jaanch/eventlog/read'
import { readGenerations } from '@jaanch/operations/generations'
import { readProcesses } from '@jaanch/operations/processes'
import { type QueueState, readQueues } from '@jaanch/operations/queues'
import { readStatus, type Status } from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { readConsumers } from '@jaanch/operations/work'
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

/** The whole status counts messages and rows to be deleted, which takes seconds on a large installation: read rarely, ms */
const wholeEveryMs = 15_000
/** The part of the time in which reads may run */
const share = 0.1

type Whole = { status: Status; queues: QueueState[] | undefined }

/**
 * Observes the state of everything. Each call reads positions, consumers and processes; the rest is read beside it, every 15 s or more
 * rarely if it takes long, and is the one before until then.
 */
export function createObserver({ pool, redisUrl }: { pool: pg.Pool; redisUrl: string | undefined }) {
  let whole: Whole | undefined
  let wholeDueAt = 0
  let reading: Promise<void> | undefined
  let samples: Sample[] = []

  async function readWhole(): Promise<void> {
    const startedAt = performance.now()
    const [status, queues] = await Promise.all([inSnapshot(pool, readStatus), readQueues(pool, redisUrl)])
    whole = { status, queues }
    const endedAt = performance.now()
    wholeDueAt = endedAt + Math.max(wholeEveryMs, (endedAt - startedAt) / share)
  }

  return async function observe(): Promise<Snapshot> {
    if (performance.now() >= wholeDueAt) {
      reading ??= readWhole().finally(() => {
        reading = undefined
      })
      // the next observation that needs it reports its error
      if (whole) reading.catch(() => {})
      else await reading
    }
    if (!whole) throw new Error('The status was not read')
    const { queues } = whole
    const status = { ...whole.status, ...(await inSnapshot(pool, readPulse)) }
    samples = addSample(samples, { ms: performance.now(), head: status.head })
    return {
      at: new Date(),
      status,
      queues,
      eventsPerSecond: eventsPerSecond(samples),
      troubles: findTroubles(status, queues),
    }
  }
}

/** How long to wait after an observation, ms: it must not cost much however large the installation is. */
export function pauseAfter(tookMs: number, intervalMs: number): number {
  return Math.max(intervalMs - tookMs, tookMs / share - tookMs)
}

type Pulse = Pick<Status, 'head' | 'generations' | 'consumers' | 'processes'>

async function readPulse(db: pg.ClientBase): Promise<Pulse> {
  const head = await readHead(db)
  return {
    head,
    generations: await readGenerations(db, head),
    consumers: await readConsumers(db, head),
    processes: await readProcesses(db),
  }
}

/** Readers progress between two queries: without a snapshot one could appear to be beyond the head. */
function inSnapshot<Result>(
  pool: pg.Pool,
  read: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, read, 'begin isolation level repeatable read, read only')
}
