import { randomUUID } from 'node:crypto'
import { UnknownEventError } from '@jaanch/contracts/events/registry'
import { readLogInOrder, UnreadableEventError } from '@jaanch/eventlog/read'
import { createLog } from '@jaanch/platform/logging'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { appendInOrder, eventsOf, steps } from '@jaanch/tests/support/histories'
import { countedRows, headOf, keptCounts, readTablesOf } from '@jaanch/tests/support/read-tables'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGeneration } from '../generations/generations.ts'
import { createFeed, feed } from './feed.ts'
import { createFeeder } from './feeder.ts'

const database = useTestDatabase()
const appender = useAppender(database)
let client: pg.PoolClient

beforeAll(async () => {
  client = await database.pool.connect()
})

afterAll(() => client.release())

/** A generation whose checkpoint starts at a position, as if the log were empty before it. */
async function generationFrom(position: number): Promise<number> {
  const generation = await createGeneration(client)
  await client.query('update read_generations set position = $2 where generation = $1', [
    generation,
    position,
  ])
  return generation
}

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
    const [generation, head] = [await generationFrom(start), await headOf(database)]
    const feeder = createFeeder(client, createLog('test', 'silent'), unreadable(head))
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

          const whole = await generationFrom(start)
          while ((await feed(client, whole)) !== undefined);
          const inBatches = await generationFrom(start)
          // as the projector, or as one that is started again for each batch
          let remembering = createFeed(client, inBatches)
          for (let batch = 0; await remembering.next(sizes[batch % sizes.length]); batch += 1) {
            if (!remembers) remembering = createFeed(client, inBatches)
          }

          expect(await readTablesOf(database, inBatches)).toEqual(await readTablesOf(database, whole))
          expect(await keptCounts(database, inBatches)).toEqual(await countedRows(database, inBatches))
        },
      ),
      { numRuns: 30 },
    )
  })
})
