import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'

const every = 3_600_000

/** Forgets old work every hour, beginning now. */
export async function prunePeriodically(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pruneWorkDone(pool).catch((error) => log.warn({ err: error }, 'old work could not be pruned'))
    await setTimeout(every, undefined, { signal }).catch(() => {})
  }
}

/** Forgets work that was done more than a week ago, a batch at a time so that nobody waits for it. */
export async function pruneWorkDone(pool: pg.Pool, batch = 10_000): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await pool.query(
      `delete from work_done where ctid in (
         select ctid from work_done where done_at < clock_timestamp() - interval '7 days' limit $1)`,
      [batch],
    )
    deleted = rowCount ?? 0
  }
}
