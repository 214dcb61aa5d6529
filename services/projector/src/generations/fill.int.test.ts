import { details, placed, uuid } from '@jaanch/booking/testing/bookings'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf, readTablesOf } from '@jaanch/tests/support/read-tables'
import { expect, it } from 'vitest'
import { signal, useGenerations } from '../testing/projecting.ts'
import { foldStreams } from './fill.ts'
import { createGeneration } from './generations.ts'

const { database, appender, client, createFed } = useGenerations()

async function expectFoldToEqualFeed() {
  const fed = await createFed(0, [1, 3, 2])
  const folded = await createGeneration(client())
  const upto = await headOf(database)
  await foldStreams({ url: database.url, client: client(), generation: folded, upto, signal })
  const tables = await readTablesOf(database, folded)
  expect(tables).toEqual(await readTablesOf(database, fed))
  return tables
}

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
  const tables = await expectFoldToEqualFeed()
  expect(tables.bookings.map((row) => row.package_name)).toEqual(names)
})

it('writes what the feed writes, also of bookings whose days are stored no longer, or in part', async () => {
  const [now, dayMs] = [Date.now(), 24 * 3_600_000]
  for (const [index, ages] of [
    [300, 299],
    [100, 1],
    [92, 92],
    [91, 91],
    [1, 0],
    [0, 0],
  ].entries()) {
    const bookingId = uuid(200 + index)
    const [placedAt, assignedAt] = ages.map((days) => new Date(now - days * dayMs)) as [Date, Date]
    const { events, ...append } = anAppend(
      bookingId,
      { ...placed, data: { ...placed.data, ...details, bookingId } } as never,
      { type: 'LabAssigned', data: { labPartnerId: uuid(51) } },
    )
    await appender.append({
      ...append,
      events: events.map((event, nth) => ({ ...event, at: nth === 0 ? placedAt : assignedAt })),
    })
  }
  const { statistics } = await expectFoldToEqualFeed()
  const days = new Set(statistics.filter(({ metric }) => metric === 'placed').map(({ day }) => day))
  expect(days.size).toBe(3)
})
