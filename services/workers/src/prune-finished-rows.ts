import { retention } from '@jaanch/storage/retention'
import type pg from 'pg'

/** The services may not delete audit entries, except by this function. */
const statementOf = (table: string, isOver: string) =>
  table === 'audit'
    ? `select prune_audit(interval '1 year', $1) as deleted`
    : `with deleted as (
         delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit $1 for update skip locked)
         returning 1)
       select count(*)::int as deleted from deleted`

/** Deletes the rows that are kept no longer, in batches, so that no other statement waits long. */
export async function pruneFinishedRows(pool: pg.Pool, batchSize = 10_000): Promise<void> {
  for (const { table, isOver } of retention) {
    for (let deleted = batchSize; deleted === batchSize; ) {
      const { rows } = await pool.query<{ deleted: number }>(statementOf(table, isOver), [batchSize])
      deleted = rows[0]?.deleted ?? 0
    }
  }
}
