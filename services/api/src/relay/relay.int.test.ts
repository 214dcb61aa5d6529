import { randomUUID } from 'node:crypto'
import { ourLab, placed } from '@jaanch/booking/testing/bookings'
import { LogGapError } from '@jaanch/eventlog/read'
import type { WorkJob } from '@jaanch/eventlog/work/jobs'
import { createLog, type Log } from '@jaanch/platform/logging'
import type { JobProducer } from '@jaanch/platform/queues'
import { createWakeSignal } from '@jaanch/platform/run-loop'
import {
  createTestAppender,
  createTestDatabase,
  removeEvent,
  useAppender,
  useTestDatabase,
} from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { headOf } from '@jaanch/tests/support/read-tables'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { registerConsumers, relayBatch, runRelay } from './relay.ts'

const database = useTestDatabase()
const appender = useAppender(database)

beforeAll(() => registerConsumers(database.pool))

async function place(): Promise<{ stream: string; position: number }> {
  const append = anAppend(randomUUID(), placed)
  const { position } = await appender.append(append)
  return { stream: append.streamId, position }
}

/** @returns the number of rows written for each consumer */
async function relayAll({ pool } = database): Promise<Record<string, number>> {
  const written: Record<string, number> = {}
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const relayed = await relayBatch(pool, below)
    for (const { consumer, rows } of relayed) written[consumer] = (written[consumer] ?? 0) + rows
    const [first] = relayed
    if (!first) return written
    if (first.events === 0) below = first.cursor
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
function run(add: JobProducer<WorkJob>['add'], log: Log = createLog('test', 'silent')) {
  const stop = new AbortController()
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
    expect(await relayAll()).toMatchObject({ orders: 1, notifications: 1, reminders: 1, reports: 0 })
    expect(await workOf(stream)).toEqual([
      { consumer: 'orders', since: position - 1, upto: position, attempts: 0 },
    ])
    expect(await cursor()).toBe(position + 1)
    expect(await relayAll()).toMatchObject({ orders: 0, notifications: 0 })
  })

  it('begins a consumer at the head with the first event after its registration', async () => {
    const fresh = await createTestDatabase()
    const theirs = createTestAppender({ pool: fresh.pool })
    await theirs.append(anAppend(randomUUID(), placed))
    await registerConsumers(fresh.pool)
    const first = anAppend(randomUUID(), placed)
    await theirs.append(first)
    expect(await relayAll(fresh)).toMatchObject({ orders: 2, notifications: 1 })
    const { rows } = await fresh.asOwner("select stream_id from work where consumer = 'notifications'")
    expect(rows).toEqual([{ stream_id: first.streamId }])
    await theirs.close()
    await fresh.drop()
  })

  it('writes no rows for the assignment of labs while no city has it', async () => {
    await relayAll()
    await place()
    expect(await relayAll()).toMatchObject({ assignment: 0, orders: 1 })
    await database.asOwner(
      "insert into automatic_assignment (city, is_on, changed_by) values ('Surat', true, null)",
    )
    await place()
    expect(await relayAll()).toMatchObject({ assignment: 1, orders: 1 })
    await database.asOwner('delete from automatic_assignment')
  })

  it('extends a waiting work row instead of writing a second one', async () => {
    const { stream, position } = await place()
    await relayAll()
    const later = await appender.append({ ...anAppend('', placed), streamId: stream })
    expect(await relayAll()).toMatchObject({ orders: 1 })
    expect(await workOf(stream)).toEqual([
      { consumer: 'orders', since: position - 1, upto: later.position, attempts: 0 },
    ])
  })

  it('relays each event once when several processes relay at the same time', async () => {
    await relayAll()
    await database.asOwner(
      'create table written as select consumer, stream_id from work limit 0; grant insert on written to public',
    )
    await database.asOwner(
      `create function note_written() returns trigger language plpgsql as
         'begin insert into written values (new.consumer, new.stream_id); return null; end';
       create trigger noted after insert or update on work for each row execute function note_written()`,
    )
    const placed = await Promise.all(Array.from({ length: 1_500 }, place))
    const add: JobProducer<WorkJob>['add'] = async () => {}
    const stops = [run(add), run(add), run(add)]
    await expect.poll(cursor).toBe(await headOf(database))
    await Promise.all(stops.map((stop) => stop()))
    const { rows } = await database.asOwner("select stream_id from written where consumer = 'orders'")
    await database.asOwner('drop trigger noted on work; drop table written')
    const streams = placed.map(({ stream }) => stream).sort()
    expect(rows.map(({ stream_id }) => stream_id).sort()).toEqual(streams)
    for (const { stream, position } of placed.slice(0, 20)) {
      expect(await workOf(stream)).toMatchObject([{ since: position - 1, upto: position }])
    }
  })

  it('adds a job for the rows that it wrote', async () => {
    await relayAll()
    const { position } = await place()
    const added: unknown[] = []
    const stop = run(async (jobs) => void added.push(...jobs))
    await expect.poll(() => added).toHaveLength(1)
    await stop()
    const consumers = ['notifications', 'orders', 'reminders']
    expect(added).toMatchObject([{ name: consumers.join(', '), data: { consumers, upto: position } }])
  })

  it.each([
    ['is unavailable', () => Promise.reject(new Error('Redis is away'))],
    ['does not answer', () => new Promise<void>(() => {})],
  ])('goes on writing work rows while Redis %s', async (_, add) => {
    const stop = run(add)
    const [one, another] = [await place(), await place()]
    await expect.poll(() => workOf(one.stream)).toHaveLength(1)
    const late = await place()
    await expect.poll(() => workOf(late.stream)).toHaveLength(1)
    expect(await workOf(another.stream)).toHaveLength(1)
    await stop()
  })
})

/** Two types: one that this code has for other consumers, and one that it does not know */
async function migrateToNewerRelease(): Promise<void> {
  await database.asOwner(
    `insert into consumers (name, begins_at) values ('horoscopes', 'head') on conflict do nothing;
     insert into consumer_events (consumer, type)
     values ('horoscopes', 'NotInventedYet'), ('orders', 'NotInventedYet'), ('orders', 'LabAssigned') on conflict do nothing`,
  )
}

describe('the relay beside a newer release', () => {
  it('relays the events that the newer release wants, also to a consumer that this code does not know', async () => {
    const { stream } = await place()
    await relayAll()
    await migrateToNewerRelease()
    const stop = run(async () => {})
    const isRegistered = async () =>
      (await database.asOwner("select from work_consumers where name = 'horoscopes'")).rowCount
    await expect.poll(isRegistered).toBe(1)
    const { rows } = await database.asOwner('select last_position::int as last from log.append_batch($1)', [
      JSON.stringify([
        {
          id: randomUUID(),
          stream,
          actor: 'system:future',
          events: [{ type: 'NotInventedYet', schema: 1, data: {} }],
        },
      ]),
    ])
    const { last } = rows[0]
    const waiting = async () => {
      const { rows } = await database.asOwner(
        'select consumer, upto::int from work where stream_id = $1 and upto = $2 order by consumer',
        [stream, last],
      )
      return rows
    }
    await expect.poll(waiting).toEqual([
      { consumer: 'horoscopes', upto: last },
      { consumer: 'orders', upto: last },
    ])
    await stop()
  })
})

describe('the relay before a missing event', () => {
  it('relays what is before it, stops that consumer only, and logs it once as an error', async () => {
    const first = await place()
    const missing = await place()
    const { position } = await place()
    await removeEvent(database, missing.position)
    await database.asOwner("update work_consumers set cursor = $1 where name = 'reminders'", [position])
    const log = createLog('test', 'silent')
    const errors = vi.spyOn(log, 'error')
    const stop = run(async () => {}, log)
    const cursors = async () => {
      const { rows } = await database.asOwner('select name, cursor::int from work_consumers')
      return Object.fromEntries(rows.map(({ name, cursor }) => [name, cursor]))
    }
    await expect.poll(cursors).toMatchObject({ orders: first.position, reports: first.position })
    const later = await place()
    await expect.poll(cursors).toMatchObject({ orders: first.position, reminders: later.position })
    await stop()
    expect(await workOf(first.stream)).toMatchObject([{ upto: first.position }])
    const ofOrders = errors.mock.calls.filter(
      ([details]) => (details as { consumer?: string }).consumer === 'orders',
    )
    expect(ofOrders).toEqual([
      [{ err: expect.any(LogGapError), consumer: 'orders' }, expect.stringContaining('an event is missing')],
    ])
    await database.asOwner('update work_consumers set cursor = $1', [later.position])
  })
})

describe('the relay after a rewind', () => {
  it('adds the earlier events to a row that waits, and ends the lease of a worker that has not read them', async () => {
    const { stream, position } = await place()
    await relayAll()
    const later = await appender.append({ ...anAppend('', placed), streamId: stream })
    await database.asOwner("delete from work where consumer = 'orders' and stream_id = $1", [stream])
    await relayAll()
    const leased = async () => {
      const { rows } = await database.asOwner(
        `update work set lease_token = gen_random_uuid(), leased_until = now() + interval '1 minute'
          where consumer = 'orders' and stream_id = $1 returning since::int`,
        [stream],
      )
      return rows
    }
    expect(await leased()).toEqual([{ since: later.position - 1 }])
    await database.asOwner("update work_consumers set cursor = $1 where name = 'orders'", [position - 1])
    await relayAll()
    const { rows } = await database.asOwner(
      "select since::int, upto::int, lease_token, leased_until from work where consumer = 'orders' and stream_id = $1",
      [stream],
    )
    expect(rows).toEqual([
      { since: position - 1, upto: later.position, lease_token: null, leased_until: null },
    ])
  })

  it('tries a dead row again when it adds earlier events, and resolves its letter: skipping it would skip them', async () => {
    const { stream, position } = await place()
    const later = await appender.append({ ...anAppend('', placed), streamId: stream })
    await relayAll()
    await database.asOwner(
      `with dead as (
         update work set since = $2, is_dead = true, attempts = 18 where consumer = 'orders' and stream_id = $1)
       insert into dead_letters (consumer, stream_id, position, attempts, error) values ('orders', $1, $3, 18, 'no')`,
      [stream, later.position - 1, later.position],
    )
    const read = async () => {
      const { rows } = await database.asOwner(
        `select since::int, is_dead, w.attempts, resolution, resolved_by
           from work w join dead_letters d using (consumer, stream_id) where stream_id = $1`,
        [stream],
      )
      return rows
    }
    const dead = { since: later.position - 1, is_dead: true, attempts: 18 }
    await appender.append({ ...anAppend('', placed), streamId: stream })
    await relayAll()
    expect(await read()).toEqual([{ ...dead, resolution: null, resolved_by: null }])
    await database.asOwner("update work_consumers set cursor = $1 where name = 'orders'", [position - 1])
    await relayAll()
    expect(await read()).toEqual([
      {
        since: position - 1,
        is_dead: false,
        attempts: 0,
        resolution: 'retried',
        resolved_by: 'system:relay',
      },
    ])
  })

  it.each([
    { when: 'waits', handle: '' },
    { when: 'was handled meanwhile', handle: 'delete from work where stream_id = $1' },
  ])(
    'resolves the letter of a row that is not dead any more and $when, when a process died before it did',
    async ({ handle }) => {
      const { stream, position } = await place()
      await relayAll()
      if (handle) await database.asOwner(handle, [stream])
      await database.asOwner(
        `insert into dead_letters (consumer, stream_id, position, attempts, error) values ('orders', $1, $2, 18, 'no')`,
        [stream, position],
      )
      const stop = run(async () => {})
      const resolution = async () => {
        const { rows } = await database.asOwner('select resolution from dead_letters where stream_id = $1', [
          stream,
        ])
        return rows
      }
      await expect.poll(resolution).toEqual([{ resolution: 'retried' }])
      await stop()
    },
  )
})
