import type pg from 'pg'

/** Deletes entries of the audit trail that are older than a year, in batches, so that no other statement waits long. */
export async function pruneAudit(pool: pg.Pool, batchSize = 10_000): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize; ) {
    const { rows } = await pool.query<{ deleted: number }>(
      "select prune_audit(interval '1 year', $1) as deleted",
      [batchSize],
    )
    deleted = rows[0]?.deleted ?? 0
  }
}
