import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'

const every = 3_600_000

/** What stays for a while after its end, for an operator who follows a booking, and what may go of it. */
const passing = [
  { table: 'work_done', gone: `done_at < clock_timestamp() - interval '7 days'` },
  // long after any retry of their events: the rows are what keeps these from being sent twice
  {
    table: 'outbox',
    gone: `created_at < clock_timestamp() - interval '90 days' and outcome in ('sent', 'skipped')`,
  },
  { table: 'timers', gone: `rung_at < clock_timestamp() - interval '90 days'` },
]

/** Forgets every hour what is long over, beginning now. */
export async function pruneHourly(pool: pg.Pool, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pruneFinishedRows(pool).catch((error) =>
      log.warn({ err: error }, 'what is long over could not be pruned'),
    )
    await setTimeout(every, undefined, { signal }).catch(() => {})
  }
}

/** A batch at a time, so that nobody waits for it. */
export async function pruneFinishedRows(pool: pg.Pool, batch = 10_000): Promise<void> {
  for (const { table, gone } of passing) {
    for (let deleted = batch; deleted === batch; ) {
      const { rowCount } = await pool.query(
        `delete from ${table} where ctid in (select ctid from ${table} where ${gone} limit $1 for update skip locked)`,
        [batch],
      )
      deleted = rowCount ?? 0
    }
  }
}
