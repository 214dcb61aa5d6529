import pg from 'pg'
import { NoStackProblem } from '../exit-codes.ts'

/**
 * Settings of the session. Copies and indexes of large tables take minutes. The texts of times do not depend on the server's
 * settings. The server ends the statement of a process that was killed.
 */
const settings = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_connection_check_interval: '10s',
  datestyle: 'ISO',
  timezone: 'UTC',
}

/**
 * Runs `work` with connections of the URL's user, who owns the tables; the application role may not write the log. They end
 * after it, or when the signal is aborted: then the statements that run on them fail.
 * @throws Problem if the database cannot be reached
 */
export async function withConnections<Result>(
  { url, count, signal }: { url: string; count: number; signal: AbortSignal },
  work: (clients: [pg.Client, ...pg.Client[]]) => Promise<Result>,
): Promise<Result> {
  const clients = Array.from({ length: count }, () => createClient(url))
  // pg ends a connection with an active statement at once
  const end = () => Promise.all(clients.map((client) => client.end().catch(() => {})))
  signal.addEventListener('abort', end)
  try {
    await Promise.all(clients.map(connect))
    signal.throwIfAborted()
    return await work(clients as [pg.Client, ...pg.Client[]])
  } finally {
    signal.removeEventListener('abort', end)
    await end()
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ops',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // a connection that breaks also rejects its statement
  client.on('error', () => {})
  return client
}

async function connect(client: pg.Client): Promise<void> {
  await client.connect().catch((error) => {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new NoStackProblem(`The database does not let us in (${reason}).`)
  })
}

/**
 * Does the items in order, each on the next connection that is free. The first failure ends the connections, so that the others
 * stop too; it is thrown after all have stopped.
 */
export async function runInParallel<Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  await Promise.all(
    clients.map(async (client) => {
      try {
        for (const item of queue) await work(client, item)
      } catch (error) {
        failures.push(error)
        await Promise.all(clients.map((other) => other.end().catch(() => {})))
      }
    }),
  )
  if (failures.length > 0) throw failures[0]
}

/** `log.events` → `"log"."events"` */
export function quoteName(name: string): string {
  return name.split('.').map(pg.escapeIdentifier).join('.')
}

export function quoteColumns(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ')
}

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
