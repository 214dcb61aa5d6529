import type { Recorded } from '@jaanch/eventlog/events'
import type { RowTable } from '@jaanch/eventlog/read-generations'
import { emptyState, emptyTotals, project, type Rows, rowTables, type Totals } from '../project.ts'

/** A row as JSON: the columns that the projector writes */
export type ReadRow = { table: string; key: string; columns: Record<string, unknown> }

/** Rows by table and key */
export type ReadRows = ReadonlyMap<string, ReadRow>

/** The rows of a stream in the read tables after one of its events. */
export type FoldStep = {
  event: Recorded
  rows: ReadRows
  /** The amounts that the stream adds to counts, statistics, turnarounds and times of reports: parts of rows that other streams add to as well */
  parts: ReadRows
}

/** The tables whose rows are written whole, by name */
export const tablesByName: ReadonlyMap<string, RowTable> = new Map(
  Object.values(rowTables).map((table) => [table.name, table]),
)

/**
 * Folds the events of one stream one after the other from nothing, by the function that the projector uses.
 * @throws Error if an event cannot be applied, after the steps before it
 */
export function* foldStream(events: Iterable<Recorded>): Generator<FoldStep> {
  const totals = emptyTotals()
  let state = emptyState()
  let rows: ReadRows = new Map()
  for (const event of events) {
    const projected = project(state, [event], totals)
    state = projected.after
    rows = new Map([...rows, ...rowsOf(projected.rows)])
    yield { event, rows, parts: partsOf(totals) }
  }
}

/** @param columns of a row, as JSON or as the projections give them */
export function readRow({ name, key, columns: names }: RowTable, row: object): ReadRow {
  const columns = Object.fromEntries(names.map((column) => [column, (row as never)[column]]))
  return { table: name, key: key.map((column) => columns[column]).join(' '), columns: asJson(columns) }
}

export function byKey(rows: readonly ReadRow[]): ReadRows {
  return new Map(rows.map((row) => [`${row.table} ${row.key}`, row]))
}

function rowsOf(rows: Rows): ReadRows {
  return byKey(
    Object.entries(rowTables).flatMap(([name, table]) =>
      rows[name as keyof Rows].map((row) => readRow(table, row)),
    ),
  )
}

function partsOf({ counts, facts, turnarounds, reportTimes }: Totals): ReadRows {
  return byKey([
    ...counts.rows().map(({ owner, tab, n }) => part('counts', [owner, tab], { n })),
    ...facts
      .rows()
      .map(({ metric, key, day, n, amount }) => part('statistics', [metric, key, day], { n, amount })),
    ...turnarounds
      .rows()
      .map(({ lab_partner_id, day, bucket, n }) => part('turnarounds', [lab_partner_id, day, bucket], { n })),
    ...reportTimes
      .rows()
      .map(({ n, lab_partner_id, package_id, stage, week, bucket }) =>
        part('report_times', [lab_partner_id, package_id, stage, week, bucket], { n }),
      ),
  ])
}

function part(table: string, key: readonly (string | number)[], columns: ReadRow['columns']): ReadRow {
  return { table, key: key.filter((value) => value !== '').join(' '), columns }
}

/** Dates become texts, and what is undefined is left out, as in the tables. */
function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
