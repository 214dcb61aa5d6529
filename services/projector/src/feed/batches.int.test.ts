import { randomUUID } from 'node:crypto'
import { UnknownEventError } from '@jaanch/eventlog/events'
import { readLogInOrder, UnreadableEventError } from '@jaanch/eventlog/read'
import { appendInOrder, eventsOf, steps } from '@jaanch/tests/support/histories'
import { countedRows, headOf, keptCounts, readTablesOf } from '@jaanch/tests/support/read-tables'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silent, useGenerations } from '../testing/projecting.ts'
import { createFeed } from './feed.ts'
import { createFeeder } from './projector.ts'

const { database, appender, client, createAt, createFed } = useGenerations()

const unreadable =
  (position: number): typeof readLogInOrder =>
  async (...parameters) => {
    const events = await readLogInOrder(...parameters)
    if (!events.some((event) => event.position === position)) return events
    throw new UnreadableEventError(position, 'BookingTeleported', new UnknownEventError('unknown'))
  }

describe('before an event that cannot be read', () => {
  it('a batch is cut and may have more after it; the stop of a dropped generation is forgotten', async () => {
    const start = await headOf(database)
    const ids = [randomUUID(), randomUUID()]
    await appendInOrder(
      appender,
      eventsOf(
        ids.map((_, booking) => ({ booking, command: { type: 'confirmOrder' } })),
        (booking) => ids[booking] as string,
      ),
    )
    const [generation, head] = [await createAt(start), await headOf(database)]
    const feeder = createFeeder(client(), silent, unreadable(head))
    expect(await feeder.feed(generation)).toEqual({ hasMoved: true, mayHaveMore: true })
    expect(await feeder.feed(generation)).toEqual({ hasMoved: false, mayHaveMore: false })
    expect(() => feeder.throwIfUnknown()).toThrow('unknown')
    feeder.keepOnly([generation])
    expect(() => feeder.throwIfUnknown()).toThrow('unknown')
    feeder.keepOnly([])
    feeder.throwIfUnknown()
  })
})

describe('for random bookings and batch sizes', () => {
  it('the rows equal those of a single batch, and the counts match the rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps(6),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (lives, sizes, remembers) => {
          const ids = Array.from({ length: 6 }, () => randomUUID())
          const start = await headOf(database)
          await appendInOrder(
            appender,
            eventsOf(lives, (booking) => ids[booking] as string),
          )

          const whole = await createFed(start)
          const inBatches = await createAt(start)
          // as the projector, or as one that is started again for each batch
          let remembering = createFeed(client(), inBatches)
          for (let batch = 0; await remembering.next(sizes[batch % sizes.length]); batch += 1) {
            if (!remembers) remembering = createFeed(client(), inBatches)
          }

          expect(await readTablesOf(database, inBatches)).toEqual(await readTablesOf(database, whole))
          expect(await keptCounts(database, inBatches)).toEqual(await countedRows(database, inBatches))
        },
      ),
      { numRuns: 12 },
    )
  })
})

it('a batch names the tables that it changes and no others', async () => {
  const [start, id] = [await headOf(database), randomUUID()]
  await appendInOrder(
    appender,
    eventsOf([{ booking: 1, command: { type: 'assignLab', labPartnerId: randomUUID() } }], () => id),
  )
  const generation = await createFed(start, [1])
  const { rows } = await client().query<{ tables: string[] }>(
    `select array(select distinct m[1] from regexp_matches(statement, '(?:into|update) read_\\d+\\.(\\w+)', 'g') m order by 1) as tables
       from pg_prepared_statements where name like 'write-${generation}-%' order by prepare_time`,
  )
  const changed = ['bookings', 'counts', 'notifications', 'statistics', 'statistics_totals']
  // the first booking of a day also ends days that were summed
  expect(rows.map(({ tables }) => tables)).toEqual([[...changed, 'turnaround_totals'], changed])
})
