import type { Table } from './catalogue.ts'
import { quoteColumns, quoteName } from './connections.ts'
import { logTable, unsavedTexts } from './tables.ts'

/** A part of a table, which becomes one file. */
export type Part = { table: string; file: string; select: string }

export type PartSizes = {
  /** Events of a part of the log */
  events: number
  /** Bytes of a part of another table, as Postgres stores them */
  bytes: number
}

/** About 100 MB each: some seconds, so that the connections end at nearly the same time and the progress moves. */
export const defaultPartSizes: PartSizes = { events: 250_000, bytes: 100_000_000 }

/** Parts of the log by position. Positions are dense, so all parts but the last have the same number of rows. */
export function planLogParts(
  { columns }: Pick<Table, 'columns'>,
  head: number,
  { events }: PartSizes,
): Part[] {
  return Array.from({ length: Math.ceil(head / events) }, (_, index) => {
    const upto = Math.min(head, (index + 1) * events)
    return part(logTable, columns, index, `where position > ${index * events} and position <= ${upto}`)
  })
}

/** Parts of another table by page. They are complete in one snapshot only. */
export function planTableParts(
  { name, columns, pages, bytes }: Omit<Table, 'rows'>,
  sizes: PartSizes,
): Part[] {
  const count = Math.max(1, Math.min(pages, Math.ceil(bytes / sizes.bytes)))
  const firstPage = (index: number) => Math.floor((index * pages) / count)
  return Array.from({ length: count }, (_, index) => {
    const from = `ctid >= '(${firstPage(index)},0)'`
    // the table may have grown since its size was read: the last part has no end
    const to = index < count - 1 ? ` and ctid < '(${firstPage(index + 1)},0)'` : ''
    return part(name, columns, index, count > 1 ? `where ${from}${to}` : '')
  })
}

/** A column, or what is saved in its place. */
function savedAs(table: string, column: string): string {
  return unsavedTexts[table]?.[column] ?? quoteColumns([column])
}

function part(table: string, columns: readonly string[], index: number, condition: string): Part {
  return {
    table,
    file: `${table}.${String(index + 1).padStart(4, '0')}.zst`,
    select:
      `select ${columns.map((column) => savedAs(table, column)).join(', ')} from ${quoteName(table)} ${condition}`.trimEnd(),
  }
}
