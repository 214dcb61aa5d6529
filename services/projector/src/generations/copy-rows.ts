import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { nameIn, type RowTable } from '../projections/tables.ts'

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
    columns.map((column) => textOf(row[column])).join('\t'),
  )
  copy.end(`${lines.join('\n')}\n`)
  await finished(copy)
}

/** A value in the text format of COPY. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return escaped(JSON.stringify(value))
  return typeof value === 'string' ? escaped(value) : String(value)
}

const special = /[\\\n\r\t]/

function escaped(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}
