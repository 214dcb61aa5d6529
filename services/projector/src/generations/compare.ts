import type pg from 'pg'
import { schemaOf } from '../projections/tables.ts'

/** A row in both generations; null if it is missing. */
type Difference = {
  table: string
  key: Record<string, unknown>
  live: Record<string, unknown> | null
  rebuilt: Record<string, unknown> | null
}

export type TableComparison = {
  table: string
  /** Number of rows of the live generation */
  live: number
  /** Number of rows of the rebuilt generation */
  rebuilt: number
  /** Number of rows that differ or are in one generation only */
  different: number
  /** The first of them, with the columns that differ */
  examples: Difference[]
}

const maxExamples = 5

/**
 * Compares two generations row by row, by primary key: every table of either schema. Call it in a snapshot in which both
 * have the same checkpoint.
 * @throws Error if a table has no primary key or is in one generation only
 */
export async function compareGenerations(
  client: pg.ClientBase,
  live: number,
  rebuilt: number,
  onTable?: (table: string) => void,
): Promise<TableComparison[]> {
  const comparisons: TableComparison[] = []
  for (const { table, key } of await tablesOfBoth(client, live, rebuilt)) {
    onTable?.(table)
    comparisons.push(await compareTable(client, { table, key, live, rebuilt }))
  }
  return comparisons
}

type Keyed = { table: string; key: string[] }

async function tablesOfBoth(client: pg.ClientBase, live: number, rebuilt: number): Promise<Keyed[]> {
  const { rows } = await client.query<Keyed & { schemas: number }>(
    `select c.relname as table, count(distinct c.oid)::int as schemas,
            array_agg(distinct quote_ident(a.attname)) filter (where a.attname is not null) as key
       from pg_class c
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where c.relkind = 'r' and c.relnamespace in (to_regnamespace($1), to_regnamespace($2))
      group by c.relname order by c.relname`,
    [schemaOf(live), schemaOf(rebuilt)],
  )
  for (const { table, key, schemas } of rows) {
    if (schemas !== 2) throw new Error(`The table ${table} is in one of the generations only`)
    if (!key) throw new Error(`The table ${table} has no primary key to compare it by`)
  }
  return rows
}

async function compareTable(
  client: pg.ClientBase,
  { table, key, live, rebuilt }: Keyed & { live: number; rebuilt: number },
): Promise<TableComparison> {
  const names = key.join(', ')
  const both = `${schemaOf(live)}.${table} l full join ${schemaOf(rebuilt)}.${table} r using (${names})`
  const isMissing = (side: string) => `${side}.${key[0]} is null`
  // a missing row is all null; a key is never null
  const differs = `(${isMissing('l')} or ${isMissing('r')} or l is distinct from r)`
  const { rows } = await client.query<Pick<TableComparison, 'live' | 'rebuilt' | 'different'>>(
    `select count(l.${key[0]}) as live, count(r.${key[0]}) as rebuilt, count(*) filter (where ${differs}) as different
       from ${both}`,
  )
  const counts = rows[0] as Pick<TableComparison, 'live' | 'rebuilt' | 'different'>
  if (counts.different === 0) return { table, ...counts, examples: [] }
  const examples = await client.query<{ key: Row; live: Row | null; rebuilt: Row | null }>(
    `select jsonb_build_object(${key.map((name) => `'${name}', ${name}`).join(', ')}) as key,
            case when not ${isMissing('l')} then to_jsonb(l) end as live,
            case when not ${isMissing('r')} then to_jsonb(r) end as rebuilt
       from ${both} where ${differs} order by ${names} limit ${maxExamples}`,
  )
  return { table, ...counts, examples: examples.rows.map((row) => ({ table, ...onlyDifferences(row) })) }
}

type Row = Record<string, unknown>

function onlyDifferences({ key, live, rebuilt }: { key: Row; live: Row | null; rebuilt: Row | null }) {
  if (!live || !rebuilt) return { key, live, rebuilt }
  return { key, live: difference(live, rebuilt), rebuilt: difference(rebuilt, live) }
}

/** @returns the columns of a row that differ from another row's; of an object in jsonb, the fields that differ */
function difference(row: Row, other: Row): Row {
  const differing = Object.entries(row).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]),
  )
  return Object.fromEntries(
    differing.map(([name, value]) => {
      const against = other[name]
      return [name, isObject(value) && isObject(against) ? difference(value, against) : value]
    }),
  )
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
