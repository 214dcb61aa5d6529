import { keptFor } from '@jaanch/contracts/kept-for'
import { retention } from '@jaanch/storage/retention'
import type pg from 'pg'
import { tryEach } from './try-each.ts'

/** Where a plain statement will not do. Each deletes at most $1 rows. */
const functions: Readonly<Record<string, string>> = {
  // the services may not delete audit entries, except by this function
  audit: `prune_audit(interval '${keptFor.audit}', $1)`,
  // a transaction may lock one date at most
  visit_places: `prune_places(interval '${keptFor.places}', $1)`,
}

function statementOf(table: string, isOver: string): string {
  const pruning = functions[table]
  if (pruning) return `select ${pruning} as deleted`
  return `with deleted as (
      delete from ${table} where ctid in (select ctid from ${table} where ${isOver} limit $1 for update skip locked)
      returning 1)
    select count(*)::int as deleted from deleted`
}

/**
 * Deletes the rows that are kept no longer, in batches, so that no other statement waits long.
 * @param progress called after each batch: weeks of rows take minutes
 */
export async function pruneFinishedRows(
  pool: pg.Pool,
  batchSize = 10_000,
  progress = () => {},
): Promise<void> {
  await tryEach(retention, async ({ table, isOver }) => {
    for (let deleted = 1; deleted > 0; ) {
      const { rows } = await pool.query<{ deleted: number }>(statementOf(table, isOver), [batchSize])
      deleted = rows[0]?.deleted ?? 0
      progress()
    }
  })
}
