import type pg from 'pg'

/** How long after its creation a message is stored, and a timer after it was due, days */
export const keptDays = 90

/**
 * Finished rows are stored for a time, for an operator who follows a booking. statement_timestamp() is stable, so the indexes bound
 * what is read; with clock_timestamp() each pass read all rows.
 */
const expired = [
  { table: 'work_done', condition: `done_at < statement_timestamp() - interval '7 days'` },
  // long after any repeat of their events, which a rewind bounds: these rows prevent that a message or reminder is created twice
  {
    table: 'outbox',
    condition: `created_at < statement_timestamp() - interval '${keptDays} days' and outcome in ('sent', 'skipped')`,
  },
  {
    table: 'timers',
    condition: `coalesce(fired_at, due_at) < statement_timestamp() - interval '${keptDays} days' and outcome in ('fired', 'skipped')`,
  },
  // longer than any client repeats a request
  { table: 'idempotency_keys', condition: `created_at < statement_timestamp() - interval '7 days'` },
]

/** Deletes in batches, so that no other statement waits long. */
export async function pruneFinishedRows(pool: pg.Pool, batchSize = 10_000): Promise<void> {
  for (const { table, condition } of expired) {
    for (let deleted = batchSize; deleted === batchSize; ) {
      const { rowCount } = await pool.query(
        `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit $1 for update skip locked)`,
        [batchSize],
      )
      deleted = rowCount ?? 0
    }
  }
}
