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
