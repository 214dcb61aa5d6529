import type { ConsumerName } from '@jaanch/contracts/consumers'
import type pg from 'pg'

/** How long a worker may be silent before another takes its work, seconds. Handlers take milliseconds. */
const leaseSeconds = 8

/** How often a worker that is still at it says so, ms: often enough that one lost message does not cost it the work. */
export const renewEvery = (leaseSeconds * 1_000) / 3

export type Lease = {
  consumer: ConsumerName
  streamId: string
  since: number
  upto: number
  attempts: number
}

type WorkRow = { consumer: ConsumerName; stream_id: string; since: number; upto: number; attempts: number }

const returning = 'returning work.consumer, work.stream_id, work.since, work.upto, work.attempts'
const leased = `begun_at = clock_timestamp(), leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'`
const isDue =
  'not is_dead and due_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())'

function leaseOf(row: WorkRow): Lease {
  return {
    consumer: row.consumer,
    streamId: row.stream_id,
    since: row.since,
    upto: row.upto,
    attempts: row.attempts,
  }
}

/**
 * Takes the work that doorbells rang for. Undefined, in a doorbell's place, where it is done, not due, or in another's
 * hands.
 */
export async function leaseWork(
  pool: pg.Pool,
  doorbells: readonly { consumer: string; streamId: string }[],
): Promise<(Lease | undefined)[]> {
  const { rows } = await pool.query<WorkRow>({
    name: 'take-work',
    text: `update work set ${leased}
            where (consumer, stream_id) in (
              select consumer, stream_id from work
               where (consumer, stream_id) in (select * from unnest($1::text[], $2::text[])) and ${isDue}
                 for update skip locked)
           ${returning}`,
    values: [doorbells.map(({ consumer }) => consumer), doorbells.map(({ streamId }) => streamId)],
  })
  const leases = new Map(rows.map((row) => [`${row.consumer} ${row.stream_id}`, leaseOf(row)]))
  // two bells may have running for the same: one of them gets it
  return doorbells.map(({ consumer, streamId }) => {
    const name = `${consumer} ${streamId}`
    const lease = leases.get(name)
    leases.delete(name)
    return lease
  })
}

/**
 * Takes due work that no bell rang for (Redis was away, or the worker that it rang for was killed).
 * @param names the consumers that this process knows: in the middle of a release others may know more
 */
export async function leaseDueWork(pool: pg.Pool, names: readonly string[], limit: number): Promise<Lease[]> {
  const { rows } = await pool.query<WorkRow>(
    `update work set ${leased}
      where (consumer, stream_id) in (
        select consumer, stream_id from work
         where consumer = any($1) and ${isDue} and due_at < clock_timestamp() - interval '1 second'
         order by due_at limit $2 for update skip locked)
     ${returning}`,
    [names, limit],
  )
  return rows.map(leaseOf)
}

/** Keeps work that takes longer than a lease in the hands that have it. */
export async function renewLease(pool: pg.Pool, lease: Lease): Promise<void> {
  await pool.query(
    `update work set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
      where consumer = $1 and stream_id = $2 and leased_until is not null`,
    [lease.consumer, lease.streamId],
  )
}

/** What is kept of work that was done, for whoever follows it later. */
const recordDone = `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at, begun_at)
  select consumer, stream_id, since, upto, attempts, queued_at, begun_at from done`

/** What was handled of a lease: all events up to a position. */
export type Settlement = { lease: Lease; handled: number }

/**
 * Marks events as handled. Rows that someone has in hand are passed over rather than waited for, so that two who settle
 * many at once, or the relay that leaves more, never wait for each other in a circle.
 * @returns for each whether that was all: false when more came meanwhile
 */
export async function settleWork(pool: pg.Pool, settlements: readonly Settlement[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ consumer: string; stream_id: string }>({
    name: 'settle-work',
    text: `with done as (
             delete from work where (consumer, stream_id) in (
               select w.consumer, w.stream_id
                 from work w join unnest($1::text[], $2::text[], $3::bigint[]) as s (consumer, stream_id, handled)
                   on w.consumer = s.consumer and w.stream_id = s.stream_id and w.upto <= s.handled
                   -- whoever lost its lease and was not heard of must not take a dead letter its work
                   and not w.is_dead
                  for update of w skip locked)
             returning consumer, stream_id, since, upto, attempts, queued_at, begun_at
           ) ${recordDone} returning consumer, stream_id`,
    values: [
      settlements.map(({ lease }) => lease.consumer),
      settlements.map(({ lease }) => lease.streamId),
      settlements.map(({ handled }) => handled),
    ],
  })
  const done = new Set(rows.map((row) => `${row.consumer} ${row.stream_id}`))
  return Promise.all(
    settlements.map(async (settlement) => {
      const { consumer, streamId } = settlement.lease
      if (done.has(`${consumer} ${streamId}`)) return true
      await settlePart(pool, settlement)
      return false
    }),
  )
}

/** More came while the lease was worked on: the row stays, from what was handled on. */
async function settlePart(pool: pg.Pool, { lease, handled }: Settlement): Promise<void> {
  await pool.query(
    `with mine as (
       select * from work where consumer = $1 and stream_id = $2 and since < $3 for update
     ), rest as (
       update work set since = greatest(since, $3), attempts = 0, leased_until = null, due_at = clock_timestamp(),
              queued_at = clock_timestamp(), last_error = null
        where consumer = $1 and stream_id = $2
     ), done as (
       select consumer, stream_id, since, $3::bigint as upto, attempts, queued_at, begun_at from mine
     ) ${recordDone}`,
    [lease.consumer, lease.streamId, handled],
  )
}

/** Puts work back to be tried again after a pause. @param put.pause ms @param put.handled the last event that succeeded */
export async function retryWorkLater(
  pool: pg.Pool,
  lease: Lease,
  put: { handled: number; attempts: number; pause: number; error: string },
): Promise<void> {
  await pool.query(
    `update work set since = greatest(since, $3), attempts = $4, leased_until = null, last_error = $6,
            due_at = clock_timestamp() + make_interval(secs => $5)
      where consumer = $1 and stream_id = $2`,
    [lease.consumer, lease.streamId, put.handled, put.attempts, put.pause / 1_000, put.error],
  )
}
