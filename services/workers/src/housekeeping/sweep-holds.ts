import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { tryEach } from './delete-old-rows.ts'

const everyMs = 30_000

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
      `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
       select lock_places($1), drop_expired($1, clock_timestamp()) from unflushed`,
      [date],
    )
  })
  return rows.length
}

/** Sweeps every 30 s until the signal aborts. */
export function sweepHoldsRegularly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  return runLoop({
    name: 'the sweep of holds',
    async pass() {
      await sweepHolds(pool)
      return false
    },
    pollMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'expired holds cannot be deleted, trying again'),
    signal,
  })
}
