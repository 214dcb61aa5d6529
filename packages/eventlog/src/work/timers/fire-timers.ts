import type { RetryPolicy } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import type { HandlerContext } from '../handler.ts'
import type { TimerJob } from '../jobs.ts'
import { createBatchedLeases } from '../leasing/batched-leases.ts'
import { runLeaseLoop } from '../leasing/lease-loop.ts'
import { endLease } from '../leasing/lease-statements.ts'
import { createLeasedTable, type Lease } from '../leasing/leased-table.ts'
import type { RowConsumer } from '../leasing/row-consumer.ts'

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

type TimerOptions = {
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

/** A timer that is due. `after`: the position of the event that it was set after, for kinds that need it */
type TimerLease = Lease & { id: string; kind: string; streamId: string; after: number | null }

/** @param kinds those that this code fires: the others are for workers of a newer release */
export function createTimerTable(kinds: readonly string[], leaseSeconds = 8) {
  return createLeasedTable<TimerLease, 'id', string>({
    table: 'timers',
    key: { id: { column: 'id', type: 'uuid' } },
    columns: 'kind, stream_id as "streamId", position as after',
    isOpen: `outcome is null and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
    scope: 'kind',
    markDead: `outcome = 'dead'`,
    leaseSeconds,
    deadLetterColumn: 'timer_id',
  })
}

/** Assignments of a statement that sets a timer which exists anew, also if it has fired or is dead. */
export const restartTimer = `outcome = null, fired_at = null, attempts = 0, last_error = null, ${endLease}`

/** A timer whose lease was lost is left to the worker that has it now. */
export async function settleTimer(
  pool: pg.Pool,
  { id, leaseToken }: TimerLease,
  firedAt: Date,
): Promise<void> {
  await pool.query(
    `update timers set outcome = 'fired', fired_at = $3, ${endLease} where id = $1 and lease_token = $2`,
    [id, leaseToken, firedAt],
  )
}

/** When a timer fires again. `after`: see TimerLease */
export type Again = { dueAt: Date; after: number | null }

/** Sets a timer that fired again, unless its lease was lost. */
async function setAgain(
  pool: pg.Pool,
  { id, leaseToken }: TimerLease,
  { dueAt, after }: Again,
): Promise<void> {
  await pool.query(
    `update timers set due_at = $3, position = $4, attempts = 0, ${endLease} where id = $1 and lease_token = $2`,
    [id, leaseToken, dueAt, after],
  )
}
