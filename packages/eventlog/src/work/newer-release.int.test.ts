import { randomUUID } from 'node:crypto'
import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import { createMessageRenderer } from '@jaanch/booking/notifications/render-message'
import { remindOfFasting } from '@jaanch/booking/reminders/fasting-reminder'
import { placed } from '@jaanch/booking/testing/bookings'
import { createOutboxSender } from '@jaanch/messages/delivery/outbox-sender'
import { listDeadLetters } from '@jaanch/operations/work/dead-letters'
import { createLog, type Log } from '@jaanch/platform/logging'
import type { Closing } from '@jaanch/platform/service'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { createUser } from '@jaanch/tests/support/people'
import { startWorkers } from '@jaanch/workers/start'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorkConsumer, workRetryPolicy } from './handle-work.ts'
import { handleAll } from './testing/handle-all.ts'
import { leaseSeconds } from './testing/work.ts'
import { createTimerConsumer } from './timers.ts'

const database = useTestDatabase()
const appender = useAppender(database)
const closings: Closing[] = []

beforeAll(async () => {
  await database.asOwner('insert into work_consumers (name, cursor) select name, 0 from consumers')
})

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  await database.asOwner(
    "delete from work; delete from timers; delete from consumer_events where type in ('NotInventedYet', 'LabAssigned') and consumer = 'orders'",
  )
})

type Created = { stream: string; positions: number[] }
type WrittenEvent = { type: string; schema?: number; data?: object }

/** Appends events as a newer release does, and writes their work row. @returns the stream and the events' positions */
async function createWork(...events: WrittenEvent[]): Promise<Created> {
  const stream = `booking-${randomUUID()}`
  const written = events.map(({ type, schema = 1, data = {} }) => ({ type, schema, data }))
  const { rows } = await database.asOwner('select last_position::int as last from log.append_batch($1)', [
    JSON.stringify([{ id: randomUUID(), stream, actor: 'system:future', events: written }]),
  ])
  const { last } = rows[0]
  await database.asOwner(
    `insert into work (consumer, stream_id, since, upto, due_at) values ('orders', $1, $2, $3, now() - interval '2 seconds')`,
    [stream, last - events.length, last],
  )
  return { stream, positions: events.map((_, index) => last - events.length + 1 + index) }
}

/** As the migration of a newer release does */
async function want(type: string): Promise<void> {
  await database.asOwner("insert into consumer_events (consumer, type) values ('orders', $1)", [type])
}

function startWorker(log: Log = createLog('test', 'silent')): number[] {
  const handled: number[] = []
  closings.push(
    ...startWorkers({
      databaseUrl: database.url,
      redisUrl: 'redis://127.0.0.1:1',
      concurrency: 10,
      log,
      reactions: handleAll(async ({ position }) => void handled.push(position)),
      leaseSeconds,
      pollMs: 20,
    }),
  )
  return handled
}

async function readWork(stream: string) {
  const { rows } = await database.asOwner(
    'select since::int, attempts, due_at > queued_at as "isLater", last_error, leased_until from work where stream_id = $1',
    [stream],
  )
  return rows
}

const oneAttempt = { attempts: 1, baseMs: 10, maxMs: 10 }
const givenBack = [
  { attempts: 0, outcome: null, isLater: true, last_error: expect.any(String), leased_until: null },
]

async function readGivenBack(table: 'timers' | 'outbox', id: string) {
  const { rows } = await database.asOwner(
    `select attempts, outcome, due_at > begun_at as "isLater", last_error, leased_until from ${table} where id = $1`,
    [id],
  )
  return rows
}

/** The heartbeat of the workers */
async function readLacking(): Promise<string[][]> {
  const { rows } = await database.asOwner("select details -> 'lacking' as lacking from processes")
  return rows.map(({ lacking }) => lacking)
}

describe('a worker beside a newer release', () => {
  it('omits an event of an unknown type that no consumer wants', async () => {
    const { stream, positions } = await createWork({ type: 'NotInventedYet' }, placed, {
      type: 'NotInventedYet',
    })
    const handled = startWorker()
    await expect.poll(() => readWork(stream)).toEqual([])
    expect(handled).toEqual([positions[1]])
  })

  it.each<WrittenEvent>([
    { type: 'NotInventedYet' },
    { type: 'LabAssigned', data: { labPartnerId: randomUUID() } },
    { ...placed, schema: 2 },
  ])('gives back an event that it cannot handle, without an attempt: $type', async (newer) => {
    if (newer.type !== placed.type) await want(newer.type)
    const log = createLog('test', 'silent')
    const warnings = vi.spyOn(log, 'warn')
    const handled: number[] = []
    const work = createWorkConsumer({
      reactions: handleAll(async ({ position }) => void handled.push(position)),
      // it has not read yet what the newer migration wants
      consumers: {
        known: () => ['orders'],
        lacking: () => [],
      },
      services: {},
      log,
      leasePool: database.pool,
      concurrency: 1,
      retryPolicy: workRetryPolicy,
      leaseSeconds,
    })
    const stop = new AbortController()
    const polling = work.poll({ pollMs: 20, signal: stop.signal })
    closings.push(
      () => stop.abort(),
      () => polling,
      work.close,
    )
    const expectGivenBack = async ({ stream, positions }: Created) => {
      await expect
        .poll(() => readWork(stream))
        .toEqual([
          {
            since: positions[0],
            attempts: 0,
            isLater: true,
            last_error: expect.any(String),
            leased_until: null,
          },
        ])
    }
    const first = await createWork(placed, newer, placed)
    await expectGivenBack(first)
    const second = await createWork(placed, newer)
    await expectGivenBack(second)
    expect(handled).toEqual([first.positions[0], second.positions[0]])
    expect(await listDeadLetters(database.pool)).toEqual([])
    expect(warnings.mock.calls).toEqual([
      [
        expect.objectContaining({ consumer: 'orders', position: first.positions[1] }),
        'what only a newer release can handle is left to its workers',
      ],
    ])
  })

  it('leaves the work of a consumer that wants more than it knows to others, and reports it', async () => {
    await want('NotInventedYet')
    const log = createLog('test', 'silent')
    const warnings = vi.spyOn(log, 'warn')
    const handled = startWorker(log)
    await expect.poll(readLacking).toEqual([['orders']])
    const { stream } = await createWork(placed)
    const elsewhere = await createWork(placed)
    await database.asOwner("update work set consumer = 'reminders' where stream_id = $1", [elsewhere.stream])
    await expect.poll(() => readWork(elsewhere.stream)).toEqual([])
    expect(handled).toEqual(elsewhere.positions)
    expect(await readWork(stream)).toMatchObject([{ attempts: 0, last_error: null, leased_until: null }])
    expect(warnings.mock.calls).toContainEqual([
      { consumers: ['orders'] },
      expect.stringContaining('consumers of a newer release'),
    ])
  })

  it('gives back a timer of a booking with an event that it cannot read, without an attempt', async () => {
    const { stream } = await createWork(placed, { type: 'NotInventedYet' })
    const { rows } = await database.asOwner(
      `insert into timers (kind, stream_id, due_at) values ('fasting-reminder', $1, now() - interval '1 minute')
       returning id`,
      [stream],
    )
    const [{ id }] = rows
    const log = createLog('test', 'silent')
    const timers = createTimerConsumer({
      reactions: [remindOfFasting],
      services: { pool: database.pool, appender, log },
      log,
      leasePool: database.pool,
      retryPolicy: oneAttempt,
      leaseSeconds,
      now: () => new Date(),
    })
    closings.push(timers.close)
    await timers.handleJob({ timerId: id })
    expect(await readGivenBack('timers', id)).toEqual(givenBack)
    expect(await listDeadLetters(database.pool)).toEqual([])
  })

  describe('with messages', () => {
    function createSender() {
      const sent: string[] = []
      const sender = {
        send: async ({ id }: { id: string }) => void sent.push(id),
        storesText: false,
        close() {},
      }
      const outbox = createOutboxSender({
        pool: database.pool,
        senders: { email: sender, sms: sender },
        kinds: notificationKinds,
        render: createMessageRenderer(database.pool, {
          publicUrl: 'http://localhost:3000',
          limitScale: 1,
          now: () => new Date(),
        }),
        retryPolicy: oneAttempt,
        leaseSeconds,
        log: createLog('test', 'silent'),
      })
      const stop = new AbortController()
      const polling = outbox.poll({ pollMs: 20, signal: stop.signal })
      closings.push(
        () => stop.abort(),
        () => polling,
        outbox.close,
      )
      return sent
    }

    async function enqueue(
      { stream, positions }: Created,
      { kind = 'booking-placed', audience = 'customer', channel = 'email' } = {},
    ): Promise<string> {
      const userId = await createUser(database, 'customer')
      await database.asOwner(
        `update users set phone_proven_at = now(),
                phone = '+91981' || lpad((select count(*) from users)::text, 7, '0') where id = $1`,
        [userId],
      )
      const { rows } = await database.asOwner(
        `insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id, due_at)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, now() - interval '1 minute') returning id`,
        [channel, userId, kind, audience, positions[0], stream],
      )
      return rows[0].id
    }

    it('gives back one about a booking with an event that it cannot read, without an attempt', async () => {
      const id = await enqueue(await createWork(placed, { type: 'NotInventedYet' }))
      const sent = createSender()
      await expect.poll(() => readGivenBack('outbox', id)).toEqual(givenBack)
      expect(sent).toEqual([])
    })

    it('gives back one whose kind it knows, and has no text of for that channel, without an attempt', async () => {
      const id = await enqueue(await createWork(placed), {
        kind: 'lab-applied',
        audience: 'admin',
        channel: 'sms',
      })
      const sent = createSender()
      await expect.poll(() => readGivenBack('outbox', id)).toEqual(givenBack)
      expect(sent).toEqual([])
    })

    it('sends the others, and leaves those of kinds that it does not know', async () => {
      const created = await createWork(placed)
      const unknown = await enqueue(created, { kind: 'horoscope' })
      const known = await enqueue(created)
      const sent = createSender()
      await expect.poll(() => sent).toContain(known)
      const { rows } = await database.asOwner(
        'select attempts, outcome, begun_at from outbox where id = $1',
        [unknown],
      )
      expect(rows).toEqual([{ attempts: 0, outcome: null, begun_at: null }])
    })
  })

  it('does not fire a timer of a kind that it does not know', async () => {
    await database.asOwner(
      `alter table timers drop constraint timers_kind_check;
       insert into timers (kind, stream_id, due_at)
       select kind, 'user-1', now() - interval '1 minute' from unnest(array['horoscope', 'fasting-reminder']) kind`,
    )
    startWorker()
    const attempted = async () => {
      const { rows } = await database.asOwner(
        'select kind, begun_at is not null as begun from timers order by kind',
      )
      return rows
    }
    await expect.poll(attempted).toEqual([
      { kind: 'fasting-reminder', begun: true },
      { kind: 'horoscope', begun: false },
    ])
  })
})
