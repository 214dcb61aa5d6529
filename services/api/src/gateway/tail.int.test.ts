import { randomUUID } from 'node:crypto'
import { uuid } from '@jaanch/domain/testing/bookings'
import { createLog } from '@jaanch/platform/logging'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { feed } from '@jaanch/projector/feed/feed'
import { createGeneration, goLive } from '@jaanch/projector/generations/generations'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { appendInOrder, eventsOf } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from './changes.ts'
import { tailReadTables } from './tail.ts'

const database = useTestDatabase()
let db: DatabasePool
const appender = useAppender(database)
let client: pg.PoolClient

beforeAll(async () => {
  db = await createSlonikPool({ url: database.url, name: 'test' })
  client = await database.pool.connect()
})

afterAll(async () => {
  client.release()
  await db.end()
})

/** Places bookings and assigns one lab and then another: each has a row and a booking removal. */
async function change(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const moves = ids.flatMap((_, booking) =>
    [51, 52].map((n) => ({ booking, command: { type: 'assignLab' as const, labPartnerId: uuid(n) } })),
  )
  await appendInOrder(
    appender,
    eventsOf(moves, (booking) => ids[booking] as string),
  )
  return ids
}

async function project(generation: number): Promise<void> {
  while ((await feed(client, generation)) !== undefined);
}

describe('the tail of the read tables', () => {
  it('emits each changed row in order, however many changed between two passes', async () => {
    const wakeSignal = createWakeSignal()
    const stop = new AbortController()
    const emitted: Change[] = []
    const started = Promise.withResolvers<void>()
    const generation = await createGeneration(client)
    await change(5)
    await project(generation)
    await goLive(client, generation)

    const tailing = tailReadTables({
      db,
      wakeSignal,
      onStart: started.resolve,
      emit: (change) => emitted.push(change),
      log: createLog('test', 'silent'),
      signal: stop.signal,
    })
    await started.promise
    const ids = await change(2_500)
    await project(generation)
    // another generation becomes live in between
    const rebuilt = await createGeneration(client)
    await project(rebuilt)
    await goLive(client, rebuilt)
    wakeSignal.notify()
    const head = await headOf(database)
    await expect.poll(() => emitted.at(-1)?.message.position).toBe(head)
    stop.abort()
    await tailing

    const positions = emitted.map(({ message }) => message.position)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    // a pass between two changes of a row emits it twice, the second time in its last state
    const last = new Map(
      emitted.flatMap(({ message }) =>
        'booking' in message && message.booking ? [[message.booking.id, message.booking.labPartnerId]] : [],
      ),
    )
    expect([...last.keys()].sort()).toEqual(ids.toSorted())
    expect(new Set(last.values())).toEqual(new Set([uuid(52)]))
    const departed = emitted.filter(({ message }) => 'booking' in message && message.booking === null)
    expect(departed).toHaveLength(ids.length)
  })
})
