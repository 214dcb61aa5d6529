import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { modelFingerprint, modelVersion } from '@jaanch/contracts/model-version'
import { sampleId } from '@jaanch/contracts/testing/event-samples'
import { useTestDatabase } from '@jaanch/tests/support/database'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { feed } from '../feed/feed.ts'
import { type SampleEvent, sampleLog } from '../testing/sample-log.ts'
import { createGeneration } from './generations.ts'

const database = useTestDatabase()
let client: pg.PoolClient

beforeAll(async () => {
  client = await database.pool.connect()
})
afterAll(() => client.release())

describe('the model version of the read tables', () => {
  it('is raised when their definition or what the projections write changes', async () => {
    await writeLog(sampleLog())
    const generation = await createGeneration(client)
    while ((await feed(client, generation)) !== undefined);
    const fingerprint = hash([readDefinition(), ...(await readRows(`read_${generation}`))])
    expect(
      fingerprint,
      `The read tables changed. In packages/contracts/src/model-version.ts raise modelVersion (${modelVersion}) by one, unless this branch has raised it already, and set modelFingerprint to '${fingerprint}'.`,
    ).toBe(modelFingerprint)
  })
})

/** Writes an event every 97 minutes, so that the statistics have several days and hours. */
async function writeLog(events: SampleEvent[]): Promise<void> {
  const bookings = events.flatMap(({ streamId }) => parseStreamId('booking', streamId) ?? [])
  const withAddress = [...new Set(bookings)].filter((_, index) => index % 2 === 0)
  // the projections read the city from the details
  await database.asOwner(
    `insert into booking_details (booking_id, customer_id, address)
     select unnest($1::uuid[]), $2, '{"city": "Pune"}'`,
    [withAddress, sampleId(2)],
  )
  await database.asOwner(
    `insert into log.events (position, stream_id, version, type, schema_version, data, actor, at, append_id, append_index)
     select position, event ->> 'streamId', (event ->> 'version')::int, event ->> 'type',
            (event ->> 'schemaVersion')::int, event -> 'data', 'admin:' || $2,
            '2026-01-05T00:00:00Z'::timestamptz + position * interval '97 minutes', gen_random_uuid(), 0
       from jsonb_array_elements($1) with ordinality as e (event, position)`,
    [JSON.stringify(events), sampleId(4)],
  )
}

/** The definition without comments and line breaks. */
function readDefinition(): string {
  const sql = readFileSync(new URL('generation.sql', import.meta.url), 'utf8')
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
}

/** Every row of every table, as text that does not depend on the session. */
async function readRows(schema: string): Promise<string[]> {
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
