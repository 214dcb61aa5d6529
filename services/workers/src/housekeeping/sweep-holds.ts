import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { tryEach } from './try-each.ts'

const everyMs = 30_000
const unflushed = `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))`

/**
 * Deletes the expired holds of all dates, each date in a transaction of its own. An expired hold takes no place in any case; deleting it
 * tells those who look at the slots. Workers that sweep at the same time do the same once.
 * @returns the number of dates
 */
export async function sweepHolds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ date: string }>(
    'select distinct date from visit_places where expires_at is not null and expires_at <= clock_timestamp()',
  )
  await tryEach(rows, async ({ date }) => {
    // One statement: a process that freezes between two would keep the date locked, and with it every append that waits for it. Nor
    // does it wait for the disk, as the commits of others wait for one that notifies
    await pool.query(
      `${unflushed} select lock_places($1), drop_expired($1, clock_timestamp()) from unflushed`,
      [date],
    )
  })
  return rows.length
}

/**
 * Deletes the places of visits that a release which knows no places cancelled as a whole. Which they are is looked for without a lock.
 * @returns the number of visits
 */
export async function sweepCancelled(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ date: string; visits: string[] }>(
    `select date::text as date, array_agg(id) as visits
       from cancelled_visits((clock_timestamp() at time zone 'Asia/Kolkata')::date) group by date`,
  )
  await tryEach(rows, ({ date, visits }) =>
    pool.query(`${unflushed} select drop_places($1, $2) from unflushed`, [date, visits]),
  )
  return rows.reduce((sum, { visits }) => sum + visits.length, 0)
}

/** It reads the log for each visit with a place: 25,000 look-ups for a week of a hundred labs */
const cancelledEveryMs = 3_600_000

/** Sweeps every 30 s until the signal aborts. */
export function sweepHoldsRegularly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  let cancelledAt = Number.NEGATIVE_INFINITY
  return runLoop({
    name: 'the sweep of holds',
    async pass() {
      await sweepHolds(pool)
      if (performance.now() - cancelledAt < cancelledEveryMs) return false
      cancelledAt = performance.now()
      await sweepCancelled(pool)
      return false
    },
    pollMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'expired holds cannot be deleted, trying again'),
    signal,
  })
}
