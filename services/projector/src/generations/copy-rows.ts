import { finished } from 'node:stream/promises'
import { encodeCopyLine } from '@jaanch/platform/copy-text'
import { nameIn, type RowTable } from '@jaanch/projections/tables'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Inserts rows with COPY. */
export async function copyRows(
  client: pg.ClientBase,
  generation: number,
  { name, columns }: RowTable,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const copy = client.query(copyFrom(`copy ${nameIn(generation, name)} (${columns.join(', ')}) from stdin`))
  const lines = (rows as readonly Record<string, unknown>[]).map((row) =>
    encodeCopyLine(columns.map((column) => row[column])),
  )
  copy.end(lines.join(''))
  await finished(copy)
}
