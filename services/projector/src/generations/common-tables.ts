import { schemaOf } from '@jaanch/eventlog/row-table'
import type pg from 'pg'
import type { KeyedTable, Pair } from './compare.ts'

export type CommonTables = {
  /** With the columns that both generations have, of the same type */
  tables: KeyedTable[]
  /** Tables and columns (`bookings.status`) that are not compared */
  onlyLive: string[]
  onlyRebuilt: string[]
}

type Column = { schema: string; table: string; name: string; type: string; keyPlace: number | null }

/** For generations whose tables may be defined differently: what can be compared, and what can't. */
export async function findCommonTables(
  client: pg.ClientBase,
  { live, rebuilt }: Pair,
): Promise<CommonTables> {
  const { rows } = await client.query<Column>(
    `select n.nspname as schema, c.relname as table, quote_ident(a.attname) as name,
            format_type(a.atttypid, a.atttypmod) as type, array_position(i.indkey::int2[], a.attnum) as "keyPlace"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and n.nspname in ($1, $2) order by c.relname, a.attnum`,
    [schemaOf(live), schemaOf(rebuilt)],
  )
  const [ofLive, ofRebuilt] = [live, rebuilt].map((generation) =>
    Map.groupBy(
      rows.filter(({ schema }) => schema === schemaOf(generation)),
      ({ table }) => table,
    ),
  ) as [Map<string, Column[]>, Map<string, Column[]>]
  const tables = [...ofLive].flatMap(([table, columns]) => {
    const common = columns.filter((column) => isAmong(ofRebuilt.get(table), column))
    const key = keyOf(columns)
    const isComparable = key.length > 0 && sameNames(key, keyOf(ofRebuilt.get(table) ?? []))
    return isComparable ? [{ table, key, columns: common.map(({ name }) => name) }] : []
  })
  const isCompared = ({ table, name }: Column) =>
    tables.some((one) => one.table === table && one.columns.includes(name))
  return {
    tables,
    onlyLive: namesOf(ofLive, isCompared),
    onlyRebuilt: namesOf(ofRebuilt, isCompared),
  }
}

function isAmong(columns: readonly Column[] = [], { name, type }: Column): boolean {
  return columns.some((other) => other.name === name && other.type === type)
}

function keyOf(columns: readonly Column[]): KeyedTable['key'] {
  return columns
    .filter(({ keyPlace }) => keyPlace !== null)
    .sort((one, other) => Number(one.keyPlace) - Number(other.keyPlace))
    .map(({ name, type }) => ({ name, type }))
}

function sameNames(one: KeyedTable['key'], other: KeyedTable['key']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A table of which nothing is compared by its name, else its columns that are not */
function namesOf(columns: ReadonlyMap<string, Column[]>, isCompared: (column: Column) => boolean): string[] {
  return [...columns].flatMap(([table, all]) => {
    const left = all.filter((column) => !isCompared(column))
    return left.length === all.length ? [table] : left.map(({ name }) => `${table}.${name}`)
  })
}
