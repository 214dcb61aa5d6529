import { randomUUID } from 'node:crypto'
import { consumers } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { placed } from '@jaanch/domain/testing/bookings'
import { type Appender, createAppender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import { readQueuePrefix } from '@jaanch/platform/queues'
import type { Closing } from '@jaanch/platform/service'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { ownRedisDatabase } from '@jaanch/tests/support/stack'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { startWorkers } from '../start.ts'
import type { Handlers } from './handler.ts'
import { settleWork, type WorkLease, workTable } from './work-rows.ts'

let database: TestDatabase
let appender: Appender
const closings: Closing[] = []
const noRedis = 'redis://127.0.0.1:1'

beforeAll(async () => {
  database = await createTestDatabase()
  appender = createAppender({ pool: database.pool })
  await database.asOwner("insert into work_consumers (name, cursor) values ('orders', 0)")
})

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

afterAll(async () => {
  await appender.close()
  await database.drop()
})

/** Places a booking and leaves work for it, as the relay does. */
async function leaveWork(stream = `booking-${randomUUID()}`): Promise<{ stream: string; position: number }> {
  const { position } = await appender.append({ ...anAppend('', placed), streamId: stream })
  await database.asOwner(
    `insert into work (consumer, stream_id, since, upto, due_at) values ('orders', $1, $2, $3, now() - interval '2 seconds')
     on conflict (consumer, stream_id) do update set upto = excluded.upto`,
    [stream, position - 1, position],
  )
  return { stream, position }
}

async function workOf(stream: string) {
  const { rows } = await database.asOwner(
    'select since::int, upto::int, attempts, last_error, leased_until from work where stream_id = $1',
    [stream],
  )
  return rows
}

async function take(stream: string): Promise<WorkLease | undefined> {
  const [lease] = await workTable.lease(database.pool, [{ consumer: 'orders', streamId: stream }])
  return lease
}

function work(handle: (event: Recorded) => Promise<void>, redisUrl = noRedis): void {
  const log = createLog('test', 'silent')
  closings.push(
    ...startWorkers({
      databaseUrl: database.url,
      redisUrl,
      concurrency: 10,
      pollMs: 20,
      log,
      handlers: Object.fromEntries(
        Object.keys(consumers).map((name) => [name, handle]),
      ) as unknown as Handlers,
    }),
  )
}

describe('a worker', () => {
  it('does the work that waits, and leaves nothing of it', async () => {
    const [one, two] = [await leaveWork(), await leaveWork()]
    const handled: number[] = []
    work(async ({ position }) => void handled.push(position))
    await expect.poll(() => handled.toSorted((a, b) => a - b)).toEqual([one.position, two.position])
    await expect.poll(() => workOf(one.stream)).toEqual([])
    await expect.poll(() => workOf(two.stream)).toEqual([])
  })

  it('handles the events of a stream in order, and those that come meanwhile', async () => {
    const { stream, position } = await leaveWork()
    const second = await leaveWork(stream)
    const handled: number[] = []
    let third: Promise<{ position: number }> | undefined
    work(async (event) => {
      third ??= leaveWork(stream)
      await third
      handled.push(event.position)
    })
    await expect.poll(() => handled.length, { timeout: 5_000 }).toBe(3)
    expect(handled).toEqual([position, second.position, (await third)?.position])
    await expect.poll(() => workOf(stream)).toEqual([])
  })

  it('tries again after a pause what failed, from where it failed, and is not kept from the rest', async () => {
    const bad = await leaveWork()
    const worse = await leaveWork(bad.stream)
    const good = await leaveWork()
    const handled: number[] = []
    let failures = 0
    work(async ({ position }) => {
      if (position === worse.position && failures === 0) {
        failures += 1
        throw new Error('the printer is on fire')
      }
      handled.push(position)
    })
    await expect.poll(() => workOf(good.stream)).toEqual([])
    await expect
      .poll(() => workOf(bad.stream))
      .toMatchObject([
        { since: bad.position, attempts: 1, last_error: 'the printer is on fire', leased_until: null },
      ])
    await expect.poll(() => workOf(bad.stream), { timeout: 8_000 }).toEqual([])
    expect(handled.filter((position) => position === bad.position)).toHaveLength(1)
    expect(handled.at(-1)).toBe(worse.position)
  })

  it('takes over from one that died with the work in its hands, and not before its lease is over', async () => {
    const { stream, position } = await leaveWork()
    expect(await take(stream)).toMatchObject({ streamId: stream, upto: position })
    await database.asOwner(
      "update work set leased_until = now() + interval '1500 milliseconds' where stream_id = $1",
      [stream],
    )
    const handled: { position: number; early: boolean }[] = []
    work(async (event) => {
      const { rows } = await database.asOwner(
        "select leased_until > now() + interval '8 seconds' as early from work where stream_id = $1",
        [stream],
      )
      handled.push({ position: event.position, early: rows[0]?.early })
    })
    expect(await take(stream)).toBeUndefined()
    await expect.poll(() => handled, { timeout: 8_000 }).toEqual([{ position, early: false }])
    await expect.poll(() => workOf(stream)).toEqual([])
  })

  it('does the work of others although one stream never comes to an end', async () => {
    const stuck = await leaveWork()
    const release = Promise.withResolvers<void>()
    const handled: number[] = []
    work(async ({ position }) => {
      if (position === stuck.position) await release.promise
      handled.push(position)
    })
    await expect
      .poll(async () => (await workOf(stuck.stream))[0]?.leased_until, { timeout: 5_000 })
      .not.toBeNull()
    const other = await leaveWork()
    await expect.poll(() => handled, { timeout: 5_000 }).toContain(other.position)
    release.resolve()
    await expect.poll(() => handled).toContain(stuck.position)
    await expect.poll(() => workOf(stuck.stream)).toEqual([])
  })

  it('keeps in its hands what takes longer than a lease', async () => {
    const { stream } = await leaveWork()
    const release = Promise.withResolvers<void>()
    let handled = 0
    work(async () => {
      handled += 1
      await release.promise
    })
    await expect.poll(() => handled, { timeout: 5_000 }).toBe(1)
    await database.asOwner(
      "update work set leased_until = now() + interval '4 seconds' where stream_id = $1",
      [stream],
    )
    const isRenewed = async () => {
      const { rows } = await database.asOwner(
        "select leased_until > now() + interval '5 seconds' as renewed from work where stream_id = $1",
        [stream],
      )
      return rows[0]?.renewed
    }
    await expect.poll(isRenewed, { timeout: 6_000 }).toBe(true)
    release.resolve()
    await expect.poll(() => workOf(stream)).toEqual([])
    expect(handled).toBe(1)
  })

  it('that comes too late with its answer cannot undo what another one left', async () => {
    const { stream, position } = await leaveWork()
    const lease = await take(stream)
    const more = await leaveWork(stream)
    if (!lease) throw new Error('no lease')
    expect(await settleWork(database.pool, [{ lease, handled: position }])).toMatchObject([
      { since: position, upto: more.position },
    ])
    expect(await workOf(stream)).toMatchObject([{ since: position, upto: more.position, attempts: 0 }])
    expect(await settleWork(database.pool, [{ lease, handled: more.position }])).toEqual(['done'])
    expect(await workOf(stream)).toEqual([])
  })
})

describe('a worker process', () => {
  it('does not start when a consumer has no handler', () => {
    const handlers = { orders: async () => {}, prescriptions: async () => {} } as unknown as Handlers
    const log = createLog('test', 'silent')
    expect(() =>
      startWorkers({ databaseUrl: database.url, redisUrl: noRedis, concurrency: 1, log, handlers }),
    ).toThrow('No worker handles reports, notifications, reminders')
  })

  it("leaves a newer release's work alone", async () => {
    await database.asOwner("insert into work_consumers (name, cursor) values ('horoscopes', 0)")
    const { stream } = await leaveWork()
    await database.asOwner("update work set consumer = 'horoscopes' where stream_id = $1", [stream])
    const other = await leaveWork()
    work(async () => {})
    await expect.poll(() => workOf(other.stream), { timeout: 5_000 }).toEqual([])
    expect(await workOf(stream)).toMatchObject([{ attempts: 0, leased_until: null }])
  })
})

describe('the doorbell', () => {
  it('wakes a worker for the work that it names, and for nothing when it rings again', async () => {
    const redisUrl = ownRedisDatabase(inject('redisUrl'))
    const queue = new Queue('work', {
      connection: { url: redisUrl } as never,
      prefix: await readQueuePrefix(database.pool),
    })
    // another file's bells may be left in it
    await queue.obliterate({ force: true })
    const { stream, position } = await leaveWork()
    // not due for the sweeper: only the bell can have told
    await database.asOwner('update work set due_at = now() where stream_id = $1', [stream])
    const handled: number[] = []
    work(async (event) => void handled.push(event.position), redisUrl)
    const ring = {
      name: 'orders',
      data: { consumer: 'orders', streamId: stream },
      opts: { removeOnComplete: true },
    }
    await queue.addBulk([ring, ring, ring, ring])
    await queue.add(
      'orders',
      { consumer: 'orders', streamId: 'booking-of-nobody' },
      { removeOnComplete: true },
    )
    await expect.poll(() => handled, { timeout: 5_000 }).toEqual([position])
    await expect.poll(() => queue.getJobCounts()).toMatchObject({ waiting: 0, active: 0, failed: 0 })
    expect(handled).toEqual([position])
    await queue.close()
  })
})
