import type { Recorded } from '@jaanch/contracts/events/registry'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { readSpans, type StreamSpan, UnreadableEventError } from '@jaanch/eventlog/read'
import type { RetryPolicy } from '@jaanch/platform/retry'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'
import { batchSize, createBatchedLeases } from '../leasing/batched-leases.ts'
import { pollDueRows } from '../leasing/poll-due-rows.ts'
import type { RowConsumer } from '../leasing/row-consumer.ts'
import { type HandlerContext, type Handlers, handleEvent } from './handler.ts'
import { type Settlement, settleWork, type WorkLease, workTable } from './work-rows.ts'

/** About twelve minutes in all: longer than a restart of anything that a handler needs. */
export const workRetryPolicy: RetryPolicy = { attempts: 18, baseMs: 500, maxMs: 60_000 }

export type WorkerContext = {
  handlers: Handlers
  context: HandlerContext
  /** For leases and settlements */
  leasePool: pg.Pool
  /** Streams handled at the same time, for jobs and for polling each */
  concurrency: number
  retryPolicy: RetryPolicy
}

type Handled = { handled: number; failure?: { position: number; error: Error } }

/** Handles the events in work rows, stream by stream, each stream in order. */
export function createWorkConsumer(worker: WorkerContext): RowConsumer<WorkJob> {
  const { handlers, context, leasePool, concurrency, retryPolicy } = worker
  const { log } = context
  const leases = createBatchedLeases({
    table: workTable,
    pool: leasePool,
    retryPolicy,
    messages: { failed: 'work failed', dead: 'work failed for the last time: it waits for an operator' },
    log,
  })
  const readSpan = batchCalls((spans: readonly StreamSpan[]) => readSpans(leasePool, spans), batchSize)
  const settle = batchCalls((batch: readonly Settlement[]) => settleWork(leasePool, batch), batchSize)

  function handleWork(lease: WorkLease): Promise<void> {
    return leases.hold(lease, async () => {
      let rest: WorkLease | undefined = lease
      while (rest) rest = await handleLease(rest)
    })
  }

  /** @returns the lease of the events that arrived in the meantime; undefined when none did, or when one failed */
  async function handleLease(lease: WorkLease): Promise<WorkLease | undefined> {
    const { handled, failure } = await handleInOrder(lease)
    // attempts count from the last event that succeeded
    const settled = failure && handled === lease.since ? lease : await settle({ lease, handled })
    if (typeof settled === 'string') return undefined
    if (!failure) return settled
    const { consumer, streamId } = lease
    const { position, error } = failure
    await leases.recordFailure(settled, {
      consumer,
      streamId,
      position,
      error: error.message,
      details: { err: error, consumer, position },
    })
    return undefined
  }

  async function handleInOrder(lease: WorkLease): Promise<Handled> {
    let handled = lease.since
    let position = lease.upto
    try {
      const { events, unreadable } = await readEvents(lease)
      for (const event of events) {
        position = event.position
        await handleEvent(handlers, lease.consumer, event, context)
        handled = position
      }
      if (!unreadable) return { handled: lease.upto }
      position = unreadable.position
      throw unreadable
    } catch (error) {
      return { handled, failure: { position, error: error as Error } }
    }
  }

  /** The events before an unreadable one are handled all the same, so an operator who skips it skips that event only. */
  async function readEvents(
    lease: WorkLease,
  ): Promise<{ events: Recorded[]; unreadable?: UnreadableEventError }> {
    try {
      return { events: await readSpan(lease) }
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error
      return { events: await readSpan({ ...lease, upto: error.position - 1 }), unreadable: error }
    }
  }

  return {
    queue: 'work',
    jobConcurrency: concurrency,
    async handleJob(job) {
      // a consumer that only newer workers know is left to them
      if (!Object.hasOwn(handlers, job.consumer)) return
      const lease = await leases.lease(job)
      if (lease) await handleWork(lease)
    },
    poll: (polling) =>
      pollDueRows({
        ...polling,
        lease: (limit) => leases.leaseDue(limit, Object.keys(handlers)),
        handle: handleWork,
        concurrency,
        what: 'work',
        log,
      }),
    close: leases.close,
  }
}
