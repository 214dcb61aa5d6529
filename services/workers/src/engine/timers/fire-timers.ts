import type { TimerJob } from '@jaanch/contracts/jobs'
import type { RetryPolicy } from '@jaanch/platform/retry'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { createBatchedLeases } from '../leasing/batched-leases.ts'
import { runLeaseLoop } from '../leasing/lease-loop.ts'
import type { RowConsumer } from '../leasing/row-consumer.ts'
import type { HandlerContext } from '../work/handler.ts'
import { type Again, createTimerTable, setAgain, settleTimer, type TimerLease } from './timer-rows.ts'

/**
 * Does what a timer was set for, on what the log contains by then. It may be called again for the same timer, so what it
 * appends has an append id made from the timer, or from the event that the timer was set after.
 * @returns when the timer fires again; undefined: it is done
 */
export type TimerHandler = (
  timer: Pick<TimerLease, 'id' | 'streamId' | 'after'>,
  context: HandlerContext,
  now: Date,
) => Promise<Again | undefined>

/** By the kind of the timer. */
export type TimerHandlers = Readonly<Record<string, TimerHandler>>

export type TimerOptions = {
  context: HandlerContext
  handlers: TimerHandlers
  /** For leases and settlements */
  leasePool: pg.Pool
  retryPolicy: RetryPolicy
  /** How long a worker may be silent before another one takes its rows */
  leaseSeconds?: number | undefined
  now: () => Date
}

/** Timers of a kind that are handled at the same time */
const timersAtOnce = 20

/** Fires timers that are due. */
export function createTimerConsumer(options: TimerOptions): RowConsumer<TimerJob> {
  const { context, handlers, leasePool, retryPolicy, leaseSeconds, now } = options
  const { log } = context
  const kinds = Object.keys(handlers)
  const leases = createBatchedLeases({
    table: createTimerTable(kinds, leaseSeconds),
    pool: leasePool,
    retryPolicy,
    messages: {
      failed: 'a timer failed',
      dead: 'a timer failed for the last time: it waits for an operator',
    },
    log,
    now,
  })

  function fire(lease: TimerLease): Promise<void> {
    const { id, streamId } = lease
    return leases.hold(lease, async () => {
      let again: Again | undefined
      try {
        leases.assertAttemptLeft(lease)
        again = await handlers[lease.kind]?.(lease, context, now())
      } catch (error) {
        const details = { err: error, timerId: id, streamId }
        const letter = { consumer: 'timers', streamId, position: 0, error: (error as Error).message }
        return leases.recordFailure(lease, { ...letter, cause: error, details })
      }
      if (again) await setAgain(leasePool, lease, again)
      else await settleTimer(leasePool, lease, now())
    })
  }

  return {
    queue: 'timers',
    jobConcurrency: 5,
    async handleJob({ timerId }) {
      const lease = await leases.lease({ id: timerId })
      if (lease) await fire(lease)
    },
    poll: (polling) =>
      runLeaseLoop({
        ...polling,
        scopes: () => kinds,
        scopeOf: ({ kind }) => kind,
        capacityOf: () => timersAtOnce,
        lease: leases.leaseDue,
        handle: fire,
        wakeSignal: createWakeSignal(),
        what: 'timers',
        log,
      }),
    release: leases.release,
    close: leases.close,
  }
}
