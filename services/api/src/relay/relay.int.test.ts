import { randomUUID } from 'node:crypto'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { ourLab, placed } from '@jaanch/domain/testing/bookings'
import { createAppender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import type { JobProducer } from '@jaanch/platform/queues'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { createTestDatabase, useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import { describe, expect, it } from 'vitest'
import { registerConsumers, relayBatch, runRelay } from './relay.ts'

const database = useTestDatabase()
const appender = useAppender(database)

async function place(): Promise<{ stream: string; position: number }> {
  const append = anAppend(randomUUID(), placed)
  const { position } = await appender.append(append)
  return { stream: append.streamId, position }
}

async function relayAll(): Promise<WorkJob[]> {
  const added: WorkJob[] = []
  for (;;) {
    const { jobs, hasMore } = await relayBatch(database.pool, 'orders')
    added.push(...jobs)
    if (!hasMore) return added
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

/** Runs the relay as an API process does, with the given producer. */
function run(add: JobProducer<WorkJob>['add']) {
  const stop = new AbortController()
  const log = createLog('test', 'silent')
  const running = runRelay({
    pool: database.pool,
    wakeSignal: createWakeSignal(),
    jobs: { add },
    log,
    signal: stop.signal,
  })
  return async () => {
    stop.abort()
    await running
  }
}

describe('the relay', () => {
  it('writes work rows for the events that have a consumer, and advances its cursor past all events', async () => {
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

  it('begins a consumer at the head with the first event after its registration', async () => {
    const fresh = await createTestDatabase()
    const theirs = createAppender({ pool: fresh.pool })
    await theirs.append(anAppend(randomUUID(), placed))
    await registerConsumers(fresh.pool)
    const first = anAppend(randomUUID(), placed)
    await theirs.append(first)
    expect((await relayBatch(fresh.pool, 'orders')).jobs).toHaveLength(2)
    expect((await relayBatch(fresh.pool, 'notifications')).jobs).toEqual([
      { consumer: 'notifications', streamId: first.streamId },
    ])
    await theirs.close()
    await fresh.drop()
  })

  it('extends a waiting work row instead of writing a second one', async () => {
    const { stream, position } = await place()
    await relayAll()
    const later = await appender.append({ ...anAppend('', placed), streamId: stream })
    expect(await relayAll()).toHaveLength(1)
    expect(await workOf(stream)).toEqual([
      { consumer: 'orders', since: position - 1, upto: later.position, attempts: 0 },
    ])
  })

  it('relays each event once when several processes relay at the same time', async () => {
    const placed = await Promise.all(Array.from({ length: 1_500 }, place))
    const added: WorkJob[] = []
    const add: JobProducer<WorkJob>['add'] = async (jobs) => {
      added.push(...jobs.map(({ data }) => data).filter(({ consumer }) => consumer === 'orders'))
    }
    const stops = [run(add), run(add), run(add)]
    await expect.poll(cursor).toBe(await headOf(database))
    await Promise.all(stops.map((stop) => stop()))
    const streams = placed.map(({ stream }) => stream).sort()
    expect(added.map(({ streamId }) => streamId).sort()).toEqual(streams)
    for (const { stream, position } of placed.slice(0, 20)) {
      expect(await workOf(stream)).toMatchObject([{ since: position - 1, upto: position }])
    }
  })

  it('writes work rows while Redis is unavailable', async () => {
    const stop = run(() => Promise.reject(new Error('Redis is away')))
    const { stream } = await place()
    await expect.poll(() => workOf(stream)).toHaveLength(1)
    await stop()
  })

  it('continues while Redis does not answer', async () => {
    const stop = run(() => new Promise(() => {}))
    const [one, another] = [await place(), await place()]
    await expect.poll(() => workOf(one.stream)).toHaveLength(1)
    const late = await place()
    await expect.poll(() => workOf(late.stream)).toHaveLength(1)
    expect(await workOf(another.stream)).toHaveLength(1)
    await stop()
  })
})
