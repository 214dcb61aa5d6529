import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { EventType, Recorded } from '@jaanch/contracts/events/registry'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { UnreadableEventError } from '@jaanch/eventlog/read'
import { backoff } from '@jaanch/platform/retry'
import { deadLetterWork } from '../leasing/dead-letters.ts'
import type { BatchedLeases } from './batched-leases.ts'
import type { WorkerContext } from './handler.ts'
import { type Lease, renewEvery, renewLease, retryWorkLater } from './work-rows.ts'

/** Leases the work row that a job names and handles it. A job whose work is done already has no effect. */
export async function handleWorkJob(job: WorkJob, worker: WorkerContext): Promise<void> {
  // a newer release's consumer is left to its own workers
  if (!Object.hasOwn(worker.handlers, job.consumer)) return
  const lease = await worker.leases.take(job)
  if (lease) await handleWork(lease, worker)
}

/** Handles a leased stream's pending events in order, and again what came meanwhile, until nothing is left. */
export async function handleWork(first: Lease, worker: WorkerContext): Promise<void> {
  const { leases } = worker
  let lease: Lease | undefined = first
  while (lease) {
    const handled = await handleInOrder(lease, worker)
    if (handled === undefined) return
    if (await leases.settle({ lease, handled })) return
    lease = await leases.take(lease)
  }
}

/** @returns the position up to which all is done, or undefined when one failed and the rest waits for another try */
async function handleInOrder(lease: Lease, worker: WorkerContext): Promise<number | undefined> {
  const { handlers, leases, context } = worker
  const handle = handlers[lease.consumer]
  let handled = lease.since
  let failing = lease.upto
  const renewing = setInterval(() => void renewLease(leases.pool, lease).catch(() => {}), renewEvery)
  try {
    const { events, unreadable } = await readSpan(lease, leases)
    for (const event of events) {
      failing = event.position
      if (isFor(lease.consumer, event)) await handle(event, context)
      handled = event.position
    }
    if (!unreadable) return lease.upto
    failing = unreadable.position
    throw unreadable
  } catch (error) {
    await recordFailure(lease, { handled, failing, error: error as Error }, worker)
    return undefined
  } finally {
    clearInterval(renewing)
  }
}

/** What comes before an event that nobody can read is done all the same: an operator who skips skips that event alone. */
async function readSpan(
  lease: Lease,
  leases: BatchedLeases,
): Promise<{ events: Recorded[]; unreadable?: UnreadableEventError }> {
  try {
    return { events: await leases.read(lease) }
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error
    return { events: await leases.read({ ...lease, upto: error.position - 1 }), unreadable: error }
  }
}

type Failure = { handled: number; failing: number; error: Error }

/** Tries count from the last event that succeeded: one that fails behind others that went well has its own. */
async function recordFailure(
  lease: Lease,
  { handled, failing, error }: Failure,
  worker: WorkerContext,
): Promise<void> {
  const { leases, context, retryPolicy } = worker
  const attempt = handled > lease.since ? 1 : lease.attempts + 1
  const about = { err: error, consumer: lease.consumer, position: failing, attempt }
  if (attempt >= retryPolicy.attempts) {
    context.log.error(about, 'work failed for the last time: it waits for an operator')
    return deadLetterWork(leases.pool, lease, {
      handled,
      position: failing,
      attempts: attempt,
      error: error.message,
    })
  }
  const pause = backoff(attempt, retryPolicy)
  context.log.warn({ ...about, pause }, 'work failed')
  await retryWorkLater(leases.pool, lease, { handled, attempts: attempt, pause, error: error.message })
}

function isFor(consumer: ConsumerName, event: Recorded): boolean {
  return (consumers[consumer].events as readonly EventType[]).includes(event.type)
}
