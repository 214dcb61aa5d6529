import type { Log } from '@jaanch/platform/logging'
import { createWakeSignal, type RetryPolicy } from '@jaanch/platform/run-loop'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { AnnounceTimer, TimerJob } from './jobs.ts'
import { createBatchedLeases } from './leasing/batched-leases.ts'
import { createLeasedTable, endLease, type Lease } from './leasing/leased-table.ts'
import { type RowConsumer, runLeaseLoop } from './leasing/row-consumer.ts'

/**
 * Does what a timer was set for, on what the log contains by then. It may be called again for the same timer, so what it
 * appends has an append id made from the timer, or from the event that the timer was set after.
 */
type TimerReaction<Services> = {
  kind: string
  /** @returns when the timer fires again; undefined: it is done */
  fire: (
    timer: Pick<TimerLease, 'id' | 'streamId' | 'after'>,
    services: Services,
    now: Date,
  ) => Promise<Again | undefined>
}

/** @param fire names the few services that it takes, in the type of its second parameter */
export function onTimer<Services>(
  { kind }: Timer,
  fire: TimerReaction<Services>['fire'],
): TimerReaction<Services> {
  return { kind, fire }
}

type TimerOptions<Services> = {
  reactions: readonly TimerReaction<Services>[]
  /** The services that the reactions take */
  services: Services
  log: Log
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
export function createTimerConsumer<Services>(options: TimerOptions<Services>): RowConsumer<TimerJob> {
  const { reactions, services, log, leasePool, retryPolicy, leaseSeconds, now } = options
  const reactionOf = new Map(reactions.map((reaction) => [reaction.kind, reaction]))
  const kinds = [...reactionOf.keys()]
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
        again = await reactionOf.get(lease.kind)?.fire(lease, services, now())
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

/** A kind of timer, of which a stream has one. Its name never changes. */
export type Timer = { kind: string }

/** Assignments of a statement that sets a timer which exists anew, also if it has fired or is dead. */
export const restartTimer = `outcome = null, fired_at = null, attempts = 0, last_error = null, ${endLease}`

/** @property after position of the event that the timer is set after */
type NewTimer = { streamId: string; dueAt: Date; after: number }

export type TimerServices = { leasePool: pg.Pool; announceTimer: AnnounceTimer }

/**
 * @param onConflict SQL: what becomes of a timer that exists. Of two timers of one stream in a batch, the one after the later event counts
 * @returns sets the timer of a stream and announces it, unless it is as it was
 */
export function timerSetter(
  { kind }: Timer,
  onConflict: string,
): (services: TimerServices, timer: NewTimer) => Promise<void> {
  const set = batchCallsOf(async (pool: pg.Pool, timers: NewTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: `set timers of ${kind}`,
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") '${kind}', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
              order by t."streamId", t.after desc
             on conflict (kind, stream_id) ${onConflict}
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
  return async ({ leasePool, announceTimer }, timer) => {
    const id = await set(leasePool, timer)
    if (id) announceTimer(kind, id, timer.dueAt)
  }
}
