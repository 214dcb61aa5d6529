import type pg from 'pg'
import { createLeasedTable, type Lease, leasedUntil } from './leasing/leased-table.ts'

/** The lease of a consumer's unhandled events of one stream: those in (since, upto]. */
export type WorkLease = Lease & { consumer: string; streamId: string; since: number; upto: number }

/** Handlers take milliseconds. */
const usualLeaseSeconds = 8

/** Leasing is limited to consumers that this process knows: during a release others may know more. */
export function createWorkTable(leaseSeconds = usualLeaseSeconds) {
  return createLeasedTable<WorkLease, 'consumer' | 'streamId', string>({
    table: 'work',
    key: {
      consumer: { column: 'consumer', type: 'text' },
      streamId: { column: 'stream_id', type: 'text' },
    },
    columns: 'since, upto',
    isOpen: 'not is_dead',
    markDead: 'is_dead = true',
    leaseSeconds,
    scope: 'consumer',
    isPausable: true,
  })
}

/** The events that were handled under a lease: all up to a position. */
export type Settlement = { lease: WorkLease; handled: number }

/** Nothing is left, the lease was lost, or the lease of the events that are left. */
export type Settled = 'done' | 'lost' | WorkLease

/** An operator who follows a booking reads these; pruned after a week. */
const recordDone = `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at, begun_at)
  select consumer, stream_id, since, upto, attempts, queued_at, begun_at from done`

/**
 * Deletes the rows whose events were all handled. Locked rows are skipped instead of waited for, so that statements on many
 * rows, and the relay that adds events to them, never wait for each other in a circle.
 */
export async function settleWork(
  pool: pg.Pool,
  settlements: readonly Settlement[],
  leaseSeconds = usualLeaseSeconds,
): Promise<Settled[]> {
  const { rows } = await pool.query<{ consumer: string; stream_id: string }>({
    name: 'settle work',
    text: `with done as (
             delete from work where ctid = any(array(
               select found.ctid
                 from unnest($1::text[], $2::text[], $3::uuid[], $4::bigint[]) as s (consumer, stream_id, lease_token, handled)
                cross join lateral (
                  select ctid from work w
                   where w.consumer = s.consumer and w.stream_id = s.stream_id and w.lease_token = s.lease_token
                     and w.upto <= s.handled
                     for update skip locked) found))
             returning consumer, stream_id, since, upto, attempts, queued_at, begun_at
           ) ${recordDone} returning consumer, stream_id`,
    values: [
      settlements.map(({ lease }) => lease.consumer),
      settlements.map(({ lease }) => lease.streamId),
      settlements.map(({ lease }) => lease.leaseToken),
      settlements.map(({ handled }) => handled),
    ],
  })
  const done = new Set(rows.map((row) => `${row.consumer} ${row.stream_id}`))
  return Promise.all(
    settlements.map((settlement) => {
      const { consumer, streamId } = settlement.lease
      return done.has(`${consumer} ${streamId}`) ? 'done' : settlePart(pool, settlement, leaseSeconds)
    }),
  )
}

/** More events arrived, or not all were handled: the row and the lease remain, for the events after `handled`. */
async function settlePart(
  pool: pg.Pool,
  { lease, handled }: Settlement,
  leaseSeconds: number,
): Promise<'lost' | WorkLease> {
  const { rows } = await pool.query<WorkLease>(
    `with held as (
       select * from work where consumer = $1 and stream_id = $2 and lease_token = $3 for update
     ), done as (
       select consumer, stream_id, since, $4::bigint as upto, attempts, queued_at, begun_at from held where since < $4
     ), recorded as (${recordDone})
     update work w
        set since = greatest(w.since, $4), attempts = 0, last_error = null, begun_at = clock_timestamp(),
            queued_at = case when $4 < $5 then w.queued_at else clock_timestamp() end, ${leasedUntil(leaseSeconds)}
       from held
      where w.consumer = held.consumer and w.stream_id = held.stream_id
     returning w.consumer, w.stream_id as "streamId", w.lease_token as "leaseToken", w.attempts, false as "wasLost", w.since, w.upto`,
    [lease.consumer, lease.streamId, lease.leaseToken, handled, lease.upto],
  )
  return rows[0] ?? 'lost'
}
