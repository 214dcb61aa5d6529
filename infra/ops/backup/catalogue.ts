import type pg from 'pg'

export type Table = {
  /** `schema.table` */
  name: string
  /** Those that are not computed from others */
  columns: string[]
  /** Number of pages, without those of large values */
  pages: number
  /** With large values */
  bytes: number
  /** An estimate */
  rows: number
}

/** The tables of the schemas `public` and `log`, largest first, without those of extensions. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            (pg_relation_size(c.oid) / current_setting('block_size')::integer)::float8 as pages,
            pg_table_size(c.oid)::float8 as bytes,
            greatest(c.reltuples, 0)::float8 as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'log') and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by bytes desc, name`,
  )
  return rows
}

/**
 * The names of the migrations that the database has, in order. Empty if it was never migrated. Only the owner, who makes and restores
 * backups, may read the whole table.
 */
export async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = 'migrations'",
  )
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    'select * from public.migrations order by name collate "C"',
  )
  return rows.map(({ name }) => name)
}

/** The names of our sequences. */
export async function readSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select schemaname || '.' || sequencename as name from pg_sequences
      where schemaname in ('public', 'log') order by name`,
  )
  return rows.map(({ name }) => name)
}
