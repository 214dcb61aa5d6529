import type { ConsumerName } from '@jaanch/contracts/consumers'
import type pg from 'pg'

/** How long a worker may be silent before another takes its work, seconds. Handlers take milliseconds. */
const leaseSeconds = 8

export type Lease = {
  consumer: ConsumerName
  streamId: string
  since: number
  upto: number
  attempts: number
}

type WorkRow = { consumer: ConsumerName; stream_id: string; since: number; upto: number; attempts: number }

const returning = 'returning work.consumer, work.stream_id, work.since, work.upto, work.attempts'
const leased = `leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'`
const isDue = 'due_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())'

function leaseOf(row: WorkRow): Lease {
  return {
    consumer: row.consumer,
    streamId: row.stream_id,
    since: row.since,
    upto: row.upto,
    attempts: row.attempts,
  }
}

/** Takes the work that a doorbell rang for; undefined when it is done, not due, or in another's hands. */
export async function takeWork(
  pool: pg.Pool,
  consumer: string,
  streamId: string,
): Promise<Lease | undefined> {
  const { rows } = await pool.query<WorkRow>(
    `update work set ${leased} where consumer = $1 and stream_id = $2 and ${isDue} ${returning}`,
    [consumer, streamId],
  )
  return rows[0] && leaseOf(rows[0])
}

/** Takes due work that no bell rang for (Redis was away, or the worker that it rang for was killed). */
export async function takeForgottenWork(pool: pg.Pool, limit: number): Promise<Lease[]> {
  const { rows } = await pool.query<WorkRow>(
    `update work set ${leased}
      where (consumer, stream_id) in (
        select consumer, stream_id from work
         where ${isDue} and due_at < clock_timestamp() - interval '1 second'
         order by due_at limit $1 for update skip locked)
     ${returning}`,
    [limit],
  )
  return rows.map(leaseOf)
}

/** Marks events as handled. @returns whether that was all: false when more came meanwhile */
export async function settleWork(pool: pg.Pool, lease: Lease, handled: number): Promise<boolean> {
  const done = await pool.query('delete from work where consumer = $1 and stream_id = $2 and upto <= $3', [
    lease.consumer,
    lease.streamId,
    handled,
  ])
  if (done.rowCount) return true
  await pool.query(
    `update work set since = $3, attempts = 0, leased_until = null, due_at = clock_timestamp(), last_error = null
      where consumer = $1 and stream_id = $2`,
    [lease.consumer, lease.streamId, handled],
  )
  return false
}

/** Puts work back to be tried again after a pause. @param pause ms @param handled the last event that succeeded */
export async function postponeWork(
  pool: pg.Pool,
  lease: Lease,
  handled: number,
  pause: number,
  reason: string,
): Promise<void> {
  await pool.query(
    `update work set since = $3, attempts = attempts + 1, leased_until = null, last_error = $5,
            due_at = clock_timestamp() + make_interval(secs => $4)
      where consumer = $1 and stream_id = $2`,
    [lease.consumer, lease.streamId, handled, pause / 1_000, reason],
  )
}
