import type { Log } from '@jaanch/platform/logging'
import { createJobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import { type LoopWatch, pause, runLoop, type WakeSignal, watchLoop } from '@jaanch/platform/run-loop'
import type { Redis } from 'ioredis'
import type { QueueName } from '../jobs.ts'
import type { Limits } from './leased-table.ts'

/** Handles the rows of one leased table: those that jobs announce, and due rows that polling finds. */
export type RowConsumer<Job> = {
  queue: QueueName
  /** Jobs handled at the same time */
  jobConcurrency: number
  handleJob(job: Job): Promise<void>
  /** Resolves after the signal aborted and the rows that were begun are handled */
  poll(polling: Polling): Promise<void>
  /** Ends the leases of the rows that are being handled: others begin them anew. They count no attempt. */
  release(): Promise<void>
  /** Ends the renewal of leases. To be called when no row is being handled any more. */
  close(): void
}

export type RunningConsumer = {
  /** Takes no more jobs and resolves when nothing is being handled. @param isForced true: does not wait for jobs */
  stop(isForced: boolean): Promise<void>
  /** For what does not end in time: others begin it anew, and no attempt is counted. */
  release(): Promise<void>
}

export function startRowConsumer<Job>(
  consumer: RowConsumer<Job>,
  { redis, prefix, log, ...polling }: Polling & { redis: Redis; prefix: QueuePrefix; log: Log },
): RunningConsumer {
  const { queue, jobConcurrency, handleJob } = consumer
  const jobs = createJobConsumer<Job>({
    redis,
    prefix,
    queue,
    concurrency: jobConcurrency,
    handle: (job) => handleJob(job),
    log,
  })
  const polled = consumer.poll(polling)
  return {
    release: consumer.release,
    async stop(isForced) {
      await Promise.all([polled, jobs.close(isForced)])
      consumer.close()
    },
  }
}

export type Polling = {
  /** Pause between two polls that find nothing, ms */
  pollMs: number
  signal: AbortSignal
}

export type LeaseLoopOptions<Row, Scope extends string> = Polling & {
  /** The scopes whose rows may be leased */
  scopes: () => readonly Scope[]
  scopeOf: (row: Row) => Scope
  /** Rows of a scope handled at the same time */
  capacityOf: (scope: Scope) => number
  lease: (limits: Limits<Scope>) => Promise<Row[]>
  handle: (row: Row) => Promise<void>
  /**
   * The shortest time from a pass that found rows to the next, ms: rows that become due meanwhile share their statements. The
   * first row after a pause does not wait, nor does a scope whose rows were limited by its capacity. Default: none
   */
  gatherMs?: number
  /** Notified when there may be new rows */
  wakeSignal: WakeSignal
  /** For the log */
  what: string
  log: Log
}

/** A quarter of a larger capacity must be free: a statement for a few rows costs as much as one for many. */
const smallCapacity = 50

/** A lease of nearly as many rows as it might be: rows that were being changed are missing from it. */
const almostFull = 0.9

/** Longer than any row takes: a scope without room of whose rows none ended meanwhile hangs, ms */
const hangsAfterMs = 300_000

/**
 * Leases and handles due rows, those of all scopes by one statement. Polling makes Redis expendable: without a job, rows are
 * handled a poll interval later. Rows are handled independently and each scope has its own capacity, so a slow row delays no
 * other and a slow scope no other scope. Nothing is leased that is not begun at once.
 */
export async function runLeaseLoop<Row, Scope extends string>(
  options: LeaseLoopOptions<Row, Scope>,
): Promise<void> {
  const {
    scopes,
    scopeOf,
    capacityOf,
    lease,
    handle,
    gatherMs = 0,
    wakeSignal,
    what,
    log,
    pollMs,
    signal,
  } = options
  const running = new Map<Scope, Set<Promise<void>>>()
  /** The scopes whose last lease was as large as it might be, or that had no room for one */
  const mayHaveMore = new Set<Scope>()
  const watches = new Map<Scope, LoopWatch>()

  const runningOf = (scope: Scope) => running.get(scope)?.size ?? 0
  function isFree(scope: Scope): boolean {
    const capacity = capacityOf(scope)
    return runningOf(scope) <= (capacity > smallCapacity ? capacity * 0.75 : capacity - 1)
  }

  function watchOf(scope: Scope): LoopWatch {
    const watch = watches.get(scope) ?? watchLoop(`the handling of ${what} (${scope})`, hangsAfterMs)
    watches.set(scope, watch)
    return watch
  }

  function begin(row: Row): void {
    const scope = scopeOf(row)
    const others = running.get(scope) ?? new Set()
    running.set(scope, others)
    const handling = handle(row)
      .catch((error) => log.warn({ err: error, what }, 'the outcome was not recorded'))
      .finally(() => {
        others.delete(handling)
        watches.get(scope)?.passed()
        if (mayHaveMore.has(scope) && isFree(scope)) wakeSignal.notify()
      })
    others.add(handling)
  }

  async function pass(): Promise<boolean> {
    const startedAt = performance.now()
    const limits = new Map<Scope, number>()
    for (const scope of scopes()) {
      if (isFree(scope)) limits.set(scope, capacityOf(scope) - runningOf(scope))
      else {
        mayHaveMore.add(scope)
        watchOf(scope).begin()
      }
    }
    if (limits.size === 0) return false
    const rows = await lease(Object.fromEntries(limits) as Limits<Scope>)
    const leased = Map.groupBy(rows, scopeOf)
    for (const [scope, limit] of limits) {
      if ((leased.get(scope)?.length ?? 0) >= limit * almostFull) mayHaveMore.add(scope)
      else mayHaveMore.delete(scope)
    }
    rows.forEach(begin)
    if (rows.length > 0 && mayHaveMore.size === 0)
      await pause(Math.max(0, startedAt + gatherMs - performance.now()), signal)
    return false
  }

  await runLoop({
    name: `the polling of ${what}`,
    pass,
    wakeSignal,
    pollMs,
    onError: (error) => log.warn({ err: error, what }, 'polling failed, trying again'),
    signal,
  })
  await Promise.all(Array.from(running.values(), (rows) => [...rows]).flat())
  for (const watch of watches.values()) watch.close()
}
