import type pg from 'pg'

/** The read tables of one generation, on the connection that holds the projector's lock. */
export type Tables = {
  client: pg.ClientBase
  generation: number
  /** The qualified name of a table */
  name(table: string): string
}

export function schemaOf(generation: number): string {
  return `read_${generation}`
}

export function tablesOf(client: pg.ClientBase, generation: number): Tables {
  return { client, generation, name: (table) => `${schemaOf(generation)}.${table}` }
}

/** Inserts rows, or replaces those with the same `key`, in one statement. The keys of the objects are the columns. */
export async function upsert(
  tables: Tables,
  table: string,
  key: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const name = tables.name(table)
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  await tables.client.query(
    `insert into ${name} (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1)
     on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`,
    [JSON.stringify(rows)],
  )
}
