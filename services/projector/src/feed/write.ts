import { type Rows, rowTables, type Totals } from '@jaanch/booking-stream/project'
import { nameIn } from '@jaanch/booking-stream/tables'
import type { RowTable } from '@jaanch/eventlog/row-table'
import type pg from 'pg'
import { totalsClauses, totalsParts, totalsValues } from './totals.ts'

/** What a batch changed. `refolds`: of the generation when its rows were read. `lastDay`: on which bookings were placed, if known. */
export type Batch = {
  from: number
  to: number
  refolds: number
  rows: Rows
  totals: Totals
  lastDay: string | undefined
}

const parts = [...(Object.keys(rowTables) as (keyof Rows)[]), ...totalsParts]
type Part = (typeof parts)[number]

/**
 * Writes what a batch changed, and moves the checkpoint, in one statement: one round trip, and all of it or nothing. Everything
 * depends on the row of the checkpoint, which only the update that finds it as the batch was computed from returns. A row that was
 * mended since must not be written from what it was before.
 *
 * Postgres opens each table that a statement names, with all its indexes, also to write nothing. Most batches change two or three
 * parts, so there is a prepared statement for each set of parts that occurs: some twenty.
 * @returns undefined if the checkpoint was not at `from`, or a row was mended: then nothing was written
 */
export function createBatchWriter(
  client: pg.ClientBase,
  generation: number,
): (batch: Batch) => Promise<{ isLive: boolean } | undefined> {
  const texts = new Map<string, string>()
  return async ({ from, to, refolds, rows, totals, lastDay }) => {
    const values: Partial<Record<Part, string>> = totalsValues(totals, lastDay)
    for (const part of Object.keys(rowTables) as (keyof Rows)[])
      if (rows[part].length > 0) values[part] = JSON.stringify(rows[part])
    const changed = parts.filter((part) => values[part] !== undefined)
    const name = `write-${generation}-${nameOf(changed)}`
    const text = texts.get(name) ?? batchStatement(generation, changed)
    texts.set(name, text)
    const { rows: moved } = await client.query<{ notified: string | null }>({
      name,
      text,
      values: [generation, from, to, refolds, ...changed.map((part) => values[part])],
    })
    return moved[0] && { isLive: moved[0].notified !== null }
  }
}

/** Shorter than the parts themselves: Postgres compares 63 characters of a name. */
function nameOf(changed: readonly Part[]): string {
  return parts.reduce((bits, part, index) => bits + (changed.includes(part) ? 2 ** index : 0), 0).toString(36)
}

/** Adds totals to the numbers of a generation that is being filled: its checkpoint stays. */
export async function writeTotals(client: pg.ClientBase, generation: number, totals: Totals): Promise<void> {
  const values = totalsValues(totals, undefined)
  await client.query({
    name: `totals-${generation}`,
    text: `with moved as (select), ${totalsClauses(generation, numbered(totalsParts, 1)).join(',\n')} select`,
    values: totalsParts.map((part) => values[part] ?? (part === 'newDay' ? null : '[]')),
  })
}

/** @returns the parameters of parts: `$5` */
function numbered<Name extends Part>(names: readonly Name[], first: number): Partial<Record<Name, string>> {
  return Object.fromEntries(names.map((name, index) => [name, `$${first + index}`])) as Partial<
    Record<Name, string>
  >
}

/** Batches and NOTIFY are for readers, so only for live generations. */
function batchStatement(generation: number, changed: readonly Part[]): string {
  const parameters: Partial<Record<Part, string>> = numbered(changed, 5)
  const rows = Object.entries(rowTables).flatMap(([name, table]) => {
    const parameter = parameters[name as keyof Rows]
    return parameter ? [`${name} as (${writeRows(generation, table, parameter)})`] : []
  })
  return `with moved as (
       update read_generations
          set position = $3, stopped_at = null, stopped_type = null, stopped_why = null, stopped_since = null
        where generation = $1 and position = $2 and refolds = $4 and state <> 'dropped'
       returning generation, state
     ),
     recorded as (
       insert into read_batches (generation, since, upto) select generation, $2, $3 from moved where state = 'live'
     ),
     ${[...rows, ...totalsClauses(generation, parameters)].join(',\n')}
     select case when state = 'live' then pg_notify('read', $3::text)::text end as notified from moved`
}

function writeRows(generation: number, { name, write, key, columns }: RowTable, parameter: string): string {
  const table = nameIn(generation, name)
  const values = columns.filter((column) => !key.includes(column))
  const rows = `moved, jsonb_populate_recordset(null::${table}, ${parameter}) r`
  const setFrom = (source: string) => values.map((column) => `${column} = ${source}.${column}`).join(', ')
  if (write === 'update') {
    const isSame = key.map((column) => `o.${column} = r.${column}`).join(' and ')
    // each row is looked up by its key: a plan for a join, made while the table was empty, compared each row with each
    return `update ${table} t set ${setFrom('found')}
       from (select o.ctid as place, r.* from ${rows}
              cross join lateral (select ctid from ${table} o where ${isSame} offset 0) o) found
      where t.ctid = found.place`
  }
  const insert = `insert into ${table} (${columns.join(', ')})
     select ${columns.map((column) => `r.${column}`).join(', ')} from ${rows}`
  return write === 'insert'
    ? insert
    : `${insert} on conflict (${key.join(', ')}) do update set ${setFrom('excluded')}`
}
