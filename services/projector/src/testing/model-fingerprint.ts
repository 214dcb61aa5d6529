/** For tests and checks: what the two lines of packages/contracts/src/model-version.ts stand for. */
import { createHash } from 'node:crypto'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { sampleId } from '@jaanch/contracts/testing/sample-of'
import type pg from 'pg'
import { feed } from '../feed/feed.ts'
import { createGeneration } from '../generations/generations.ts'
import { readDefinition } from './read-definition.ts'
import { type SampleEvent, sampleLog } from './sample-log.ts'

/** A migrated database without events. */
type EmptyDatabase = {
  /** One connection with the role of the services */
  client: pg.PoolClient
  /** Runs a statement as the owner */
  asOwner(text: string, values?: unknown[]): Promise<unknown>
}

/** @returns a hash of the definition of the read tables and of what the projections write for the sample log */
export async function computeModelFingerprint({ client, asOwner }: EmptyDatabase): Promise<string> {
  await writeLog(asOwner, sampleLog())
  const generation = await createGeneration(client)
  while ((await feed(client, generation)) !== undefined);
  return hash([readDefinition(), ...(await readRows(client, `read_${generation}`))])
}

/** Writes an event every 97 minutes, so that the statistics have several days and hours. */
async function writeLog(asOwner: EmptyDatabase['asOwner'], events: SampleEvent[]): Promise<void> {
  const bookings = events.flatMap(({ streamId }) => parseStreamId('booking', streamId) ?? [])
  const withAddress = [...new Set(bookings)].filter((_, index) => index % 2 === 0)
  // the projections read the city from the details
  await asOwner(
    `insert into booking_details (booking_id, customer_id, address)
     select unnest($1::uuid[]), $2, '{"city": "Pune"}'`,
    [withAddress, sampleId(2)],
  )
  await asOwner(
    `insert into log.events (position, stream_id, version, type, schema_version, data, actor, at, append_id, append_index)
     select position, event ->> 'streamId', (event ->> 'version')::int, event ->> 'type',
            (event ->> 'schemaVersion')::int, event -> 'data', 'admin:' || $2,
            '2026-01-05T00:00:00Z'::timestamptz + position * interval '97 minutes', gen_random_uuid(), 0
       from jsonb_array_elements($1) with ordinality as e (event, position)`,
    [JSON.stringify(events), sampleId(4)],
  )
}

/** Every row of every table, as text that does not depend on the session. */
async function readRows(client: pg.PoolClient, schema: string): Promise<string[]> {
  await client.query("set timezone = 'UTC'")
  const tables = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  const all: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${schema}.${name} t order by to_jsonb(t)::text collate "C"`,
    )
    all.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return all
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}
