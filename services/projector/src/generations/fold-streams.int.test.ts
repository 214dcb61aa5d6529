import { details, placed, uuid } from '@jaanch/domain/testing/bookings'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf, readTablesOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { feed } from '../feed/feed.ts'
import { foldStreams } from './fold-streams.ts'
import { createGeneration } from './generations.ts'

const database = useTestDatabase()
const appender = useAppender(database)
let client: pg.PoolClient

beforeAll(async () => {
  client = await database.pool.connect()
})
afterAll(() => client.release())

it('writes what the feed writes, also of names with characters that COPY escapes', async () => {
  const names = ['back\\slash \\n', 'tab\tand\r\nlines', '"quotes" \\N', '₹ थायराइड 🩸', '\\N']
  for (const [index, name] of names.entries()) {
    const bookingId = uuid(100 + index)
    const lines = [{ ...details.lines[0], name }]
    await appender.append(
      anAppend(bookingId, { ...placed, data: { ...placed.data, ...details, lines, bookingId } } as never, {
        type: 'LabAssigned',
        data: { labPartnerId: uuid(51) },
      }),
    )
  }
  const fed = await createGeneration(client)
  while ((await feed(client, fed)) !== undefined);
  const folded = await createGeneration(client)
  await foldStreams({
    url: database.url,
    client,
    generation: folded,
    upto: await headOf(database),
    signal: new AbortController().signal,
  })
  const tables = await readTablesOf(database, folded)
  expect(tables).toEqual(await readTablesOf(database, fed))
  expect(tables.bookings.map((row) => row.package_name)).toEqual(names)
})
