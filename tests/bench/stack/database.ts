import { setTimeout } from 'node:timers/promises'
import { generate } from '@jaanch/infra/local/demo/generate/generate'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import pg from 'pg'

/** Runs `work` on a connection of the owner, with the statements' own duration. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @returns the first row of a query */
export async function queryOne<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Row>(text, values)
    if (!rows[0]) throw new Error(`No row: ${text}`)
    return rows[0]
  })
}

/** Creates a migrated database on the server of another one. @returns its URL */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, (client) => client.query(`create database ${pg.escapeIdentifier(name)}`))
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await migrate(url)
  return url
}

/** Creates a database with generated bookings, a tenth as many customers, and 500 labs. */
export async function createGenerated(serverUrl: string, name: string, bookings: number): Promise<string> {
  const url = await createDatabase(serverUrl, name)
  const customers = Math.max(1_000, Math.ceil(bookings / 10))
  await generate({ url, bookings, customers, labs: bookings < 10_000 ? 50 : 500, seed: 1 })
  return url
}

/** Waits until nothing is left to do after the last event: relayed, handled, projected, and sent. */
export async function untilSettled(url: string, withinMs = 120_000): Promise<void> {
  await withClient(url, async (client) => {
    for (const deadline = Date.now() + withinMs; ; await setTimeout(20)) {
      const { rows } = await client.query<{ settled: boolean }>(
        `select not exists (select from work where not is_dead)
            and not exists (select from outbox where outcome is null and due_at <= clock_timestamp())
            and (select min(cursor) from work_consumers) = head
            and (select max(position) from read_generations where state = 'live') >= head as settled
           from (select max(position) as head from log.events) log`,
      )
      if (rows[0]?.settled) return
      if (Date.now() > deadline) throw new Error('The consequences of the bookings did not end in time')
    }
  })
}

/** @returns the schema of the live read tables, such as read_1 */
export async function liveSchema(url: string): Promise<string> {
  const { generation } = await queryOne<{ generation: number }>(
    url,
    "select max(generation) as generation from read_generations where state = 'live'",
  )
  return `read_${generation}`
}

/** @returns bytes on disk by table, with indexes and TOAST */
export async function tableBytes(databaseUrl: string): Promise<Record<string, number>> {
  const { sizes } = await queryOne<{ sizes: Record<string, number> }>(
    databaseUrl,
    `select jsonb_object_agg(schemaname || '.' || relname, pg_total_relation_size(relid)) as sizes from pg_stat_user_tables`,
  )
  return sizes
}
