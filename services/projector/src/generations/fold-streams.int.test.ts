import { details, placed, uuid } from '@jaanch/domain/testing/bookings'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf, readTablesOf } from '@jaanch/tests/support/read-tables'
import { expect, it } from 'vitest'
import { signal, useGenerations } from '../testing/projecting.ts'
import { foldStreams } from './fold-streams.ts'
import { createGeneration } from './generations.ts'

const { database, appender, client, createFed } = useGenerations()

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
  const fed = await createFed()
  const folded = await createGeneration(client())
  const upto = await headOf(database)
  await foldStreams({ url: database.url, client: client(), generation: folded, upto, signal })
  const tables = await readTablesOf(database, folded)
  expect(tables).toEqual(await readTablesOf(database, fed))
  expect(tables.bookings.map((row) => row.package_name)).toEqual(names)
})
