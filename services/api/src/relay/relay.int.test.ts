import { randomUUID } from 'node:crypto'
import type { Doorbell } from '@jaanch/contracts/consumers'
import { ourLab, placed } from '@jaanch/domain/testing/bookings'
import { type Appender, createAppender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerConsumers, relay, runRelay } from './relay.ts'

let database: TestDatabase
let appender: Appender

beforeAll(async () => {
  database = await createTestDatabase()
  appender = createAppender({ pool: database.pool })
})

afterAll(async () => {
  await appender.close()
  await database.drop()
})

async function place(): Promise<{ stream: string; position: number }> {
  const append = anAppend(randomUUID(), placed)
  const { position } = await appender.append(append)
  return { stream: append.streamId, position }
}

async function relayAll(): Promise<Doorbell[]> {
  const rung: Doorbell[] = []
  for (;;) {
    const { doorbells, more } = await relay(database.pool, 'orders')
    rung.push(...doorbells)
    if (!more) return rung
  }
}

async function workOf(stream: string) {
  const { rows } = await database.asOwner(
    "select consumer, since::int, upto::int, attempts from work where consumer = 'orders' and stream_id = $1",
    [stream],
  )
  return rows
}

async function cursor(): Promise<number> {
  const { rows } = await database.asOwner("select cursor::int from work_consumers where name = 'orders'")
  return rows[0]?.cursor
}

/** Runs the relay as an API process does, with a bell for the workers that behaves as it is told. */
function run(ring: (doorbells: Doorbell[]) => Promise<void>) {
  const stop = new AbortController()
  const log = createLog('test', 'silent')
  const running = runRelay({
    pool: database.pool,
    wakeSignal: createWakeSignal(),
    ring,
    log,
    signal: stop.signal,
  })
  return async () => {
    stop.abort()
    await running
  }
}

describe('the relay', () => {
  it('leaves work for the events that have a consumer, rings for it, and moves its cursor past all', async () => {
    const { stream, position } = await place()
    await appender.append({
      ...anAppend(''),
      streamId: stream,
      events: [{ type: 'LabAssigned', data: { labPartnerId: ourLab } }],
    })
    expect(await relayAll()).toEqual([{ consumer: 'orders', streamId: stream }])
    expect(await workOf(stream)).toEqual([
      { consumer: 'orders', since: position - 1, upto: position, attempts: 0 },
    ])
    expect(await cursor()).toBe(position + 1)
    expect(await relayAll()).toEqual([])
  })

  it('begins a consumer of what is to come with the first event after it was registered, however late its turn is', async () => {
    const fresh = await createTestDatabase()
    const theirs = createAppender({ pool: fresh.pool })
    await theirs.append(anAppend(randomUUID(), placed))
    await registerConsumers(fresh.pool)
    const first = anAppend(randomUUID(), placed)
    await theirs.append(first)
    expect((await relay(fresh.pool, 'orders')).doorbells).toHaveLength(2)
    expect((await relay(fresh.pool, 'notifications')).doorbells).toEqual([
      { consumer: 'notifications', streamId: first.streamId },
    ])
    await theirs.close()
    await fresh.drop()
  })

  it('widens work that waits already instead of leaving it twice', async () => {
    const { stream, position } = await place()
    await relayAll()
    const later = await appender.append({ ...anAppend('', placed), streamId: stream })
    expect(await relayAll()).toHaveLength(1)
    expect(await workOf(stream)).toEqual([
      { consumer: 'orders', since: position - 1, upto: later.position, attempts: 0 },
    ])
  })

  it('does each event once, however many processes relay at the same time', async () => {
    const placed = await Promise.all(Array.from({ length: 1_500 }, place))
    const rung: Doorbell[] = []
    const ring = async (doorbells: Doorbell[]) => {
      rung.push(...doorbells.filter(({ consumer }) => consumer === 'orders'))
    }
    const stops = [run(ring), run(ring), run(ring)]
    await expect.poll(cursor, { timeout: 15_000 }).toBe(await headOf(database))
    await Promise.all(stops.map((stop) => stop()))
    const streams = placed.map(({ stream }) => stream).sort()
    expect(rung.map(({ streamId }) => streamId).sort()).toEqual(streams)
    for (const { stream, position } of placed.slice(0, 20)) {
      expect(await workOf(stream)).toMatchObject([{ since: position - 1, upto: position }])
    }
  })

  it('leaves the work although no bell can be rung', async () => {
    const stop = run(() => Promise.reject(new Error('Redis is away')))
    const { stream } = await place()
    await expect.poll(() => workOf(stream), { timeout: 5_000 }).toHaveLength(1)
    await stop()
  })

  it('goes on although a bell never comes to an end of its ringing', async () => {
    const stop = run(() => new Promise(() => {}))
    const [one, another] = [await place(), await place()]
    await expect.poll(() => workOf(one.stream), { timeout: 5_000 }).toHaveLength(1)
    const late = await place()
    await expect.poll(() => workOf(late.stream), { timeout: 5_000 }).toHaveLength(1)
    expect(await workOf(another.stream)).toHaveLength(1)
    await stop()
  })
})
