/** Searches everything that an installation stores for texts. */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Redis } from 'ioredis'
import pg from 'pg'

/** A place that was searched. `found`: rows, keys or lines that contain one of the texts */
export type Searched = { place: string; found: number }

const columnsSql = `
  select table_schema as schema, table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
   where table_type = 'BASE TABLE' and (table_schema in ('public', 'log') or table_schema like 'read\\_%')
     and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')
   group by table_schema, table_name order by table_schema, table_name`

type Columns = { schema: string; table: string; columns: string[] }

/** All columns with texts of all tables; of the log, the events of the person's streams. */
export async function searchTables(
  pool: pg.Pool,
  texts: readonly string[],
  streams: readonly string[],
): Promise<Searched[]> {
  const { rows } = await pool.query<Columns>(columnsSql)
  const searched: Searched[] = []
  for (const { schema, table, columns } of rows) {
    const all = columns.map((column) => `t.${pg.escapeIdentifier(column)}::text`).join(', ')
    const isLog = schema === 'log' && table === 'events'
    const { rows: counts } = await pool.query<{ found: number }>(
      `select count(*) as found from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} t
        where exists (select from unnest($1::text[]) as wanted (text)
                       where position(wanted.text in lower(concat_ws(' ', ${all}))) > 0)
        ${isLog ? 'and stream_id = any($2)' : ''}`,
      isLog ? [texts, streams] : [texts],
    )
    searched.push({
      place: `${schema}.${table}${isLog ? ` (${streams.length} streams)` : ''}`,
      found: counts[0]?.found ?? 0,
    })
  }
  return searched
}

/** All keys and values of Redis. */
export async function searchRedis(redis: Redis, texts: readonly string[]): Promise<Searched> {
  let found = 0
  for await (const keys of redis.scanStream({ count: 1_000 })) {
    for (const key of keys as string[]) {
      if (containsText(`${key} ${await textOf(redis, key)}`, texts)) found += 1
    }
  }
  return { place: 'Redis', found }
}

async function textOf(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? ''
    case 'hash':
      return JSON.stringify(await redis.hgetall(key))
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1))
    case 'set':
      return JSON.stringify(await redis.smembers(key))
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'))
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'))
    default:
      return ''
  }
}

/** The lines of the files in a directory of a local stack; none if it does not exist (the logs of containers are elsewhere). */
export async function searchFiles(directory: string, texts: readonly string[]): Promise<Searched[]> {
  const names = await readdir(directory).catch(() => undefined)
  if (!names) return []
  let found = 0
  for (const name of names) {
    for await (const line of createInterface({ input: createReadStream(join(directory, name)) })) {
      if (containsText(line, texts)) found += 1
    }
  }
  return [{ place: `${directory} (${names.length} files)`, found }]
}

function containsText(value: string, texts: readonly string[]): boolean {
  const lower = value.toLowerCase()
  return texts.some((text) => lower.includes(text))
}
