import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import { labPartnerDecider } from '@jaanch/account/labs/lab'
import { summarise } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { type PrescriptionEvent, prescriptionDecider } from '@jaanch/booking/prescriptions/prescription'
import { fold } from '@jaanch/contracts/decider'
import { createAppender } from '@jaanch/eventlog/appender'
import { parseStreamId, type Recorded, type StreamKind } from '@jaanch/eventlog/events'
import { readLogInOrder } from '@jaanch/eventlog/read'
import { findGaps, findOrderProblems } from '@jaanch/tests/chaos/oracle/check-log'
import { readOutcome } from '@jaanch/tests/chaos/oracle/outcome'
import { createTestDatabase, type TestDatabase, useTestDatabase } from '@jaanch/tests/support/database'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { ownStackTest } from '@jaanch/tests/support/test'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runOps } from '../../../ops/testing.ts'
import { type GenerateOptions, generate } from './generate.ts'

const size = { bookings: 200, customers: 60, labs: 10 }
const now = new Date('2026-03-18T09:47:11.250Z')

const fill = (url: string, change: Partial<GenerateOptions> = {}) =>
  generate({ url, ...size, seed: 1, now, ...change })

const database = useTestDatabase()
let events: Recorded[]

beforeAll(async () => {
  await fill(database.url)
  events = await readLogInOrder(database.pool, 0, 100_000)
})

async function freshDatabase(): Promise<TestDatabase> {
  const fresh = await createTestDatabase()
  onTestFinished(() => fresh.drop())
  return fresh
}

function streamsOf<Event>(kind: StreamKind): Recorded<never>[][] & Event[][] {
  const ofKind = events.filter((event) => parseStreamId(kind, event.streamId))
  return [...Map.groupBy(ofKind, ({ streamId }) => streamId).values()] as never
}

const bookings = () =>
  streamsOf<Recorded<BookingEvent>>('booking').map((stream) =>
    stream.reduce<ReturnType<typeof summarise> | undefined>(summarise, undefined),
  )

describe('a generated log', () => {
  it('has dense positions in order of time, and as many bookings as asked for, each with one order', async () => {
    const outcome = await readOutcome(database.url)
    expect([...findGaps(outcome.events), ...findOrderProblems(outcome)]).toEqual([])
    const times = events.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    expect(events.filter(({ type }) => type === 'BookingPlaced')).toHaveLength(size.bookings)
    const { rows } = await database.asOwner(
      `select count(*)::int as n from log.events e join orders o on 'booking-' || o.booking_id = e.stream_id
         join booking_details d using (booking_id)
        where e.type = 'OrderCreated' and e.data ->> 'orderNumber' = o.order_number`,
    )
    expect(rows[0].n).toBe(bookings().length)
  })

  it('has only streams that the domain can fold', () => {
    expect(bookings().every((booking) => booking !== undefined)).toBe(true)
    for (const stream of streamsOf<PrescriptionEvent>('prescription'))
      expect(fold(prescriptionDecider, stream).status).not.toBe('none')
    for (const stream of streamsOf<LabPartnerEvent>('lab'))
      expect(fold(labPartnerDecider, stream).status).not.toBe('none')
  })
})

describe('a log with events', () => {
  it('a generated log is the same for the same seed and end; where it is not empty, another one follows it only if that is asked for', async () => {
    const fresh = await freshDatabase()
    const { events: filled } = await fill(fresh.url)
    expect(await readLogInOrder(fresh.pool, 0, 100_000)).toEqual(events)
    await expect(fill(fresh.url, { seed: 2 })).rejects.toThrow('The log is not empty')
    const { events: head } = await fill(fresh.url, { seed: 2, append: true })
    const outcome = await readOutcome(fresh.url)
    expect([...findGaps(outcome.events), ...findOrderProblems(outcome)]).toEqual([])
    const others = await readLogInOrder(fresh.pool, filled, 100_000)
    expect(others.map(({ streamId }) => streamId)).not.toEqual(events.map(({ streamId }) => streamId))
    const { rows } = await fresh.asOwner('select max(cursor)::int as cursor from work_consumers')
    expect(rows[0].cursor).toBe(head)

    const appender = createAppender({ pool: fresh.pool })
    onTestFinished(() => appender.close())
    const { streamId, version } = events.at(-1) as Recorded
    const appended = await appender.append({
      id: '00000000-0000-4000-8000-000000000001',
      streamId,
      expected: version,
      events: [{ type: 'PersonChanged', data: { userId: '00000000-0000-4000-8000-000000000002' } }],
      actor: 'system:test',
    })
    expect(appended).toMatchObject({ position: head + 1, version: version + 1, duplicate: false })
  })

  it('is not filled while services run on it or consumers have not seen its events', async () => {
    const fresh = await freshDatabase()
    const none = { bookings: 0, customers: 0, labs: 0 }
    expect(await fill(fresh.url, none)).toMatchObject({ bookings: 0 })
    await fresh.asOwner("insert into processes (id, service) values (gen_random_uuid(), 'workers')")
    await expect(fill(fresh.url, { seed: 2, append: true })).rejects.toThrow(
      'Services run on this database (workers)',
    )
    await fresh.asOwner('delete from processes')
    await fresh.asOwner("update work_consumers set cursor = cursor - 1 where name = 'orders'")
    await expect(fill(fresh.url, { seed: 2, append: true })).rejects.toThrow('(orders)')
  })
})

// the log is filled before anything is started
const onStack = ownStackTest({ prepare: ({ databaseUrl }) => fill(databaseUrl, { now: new Date() }) })

onStack('the read tables of a generated log can be rebuilt, and nobody is notified', async ({ stack }) => {
  await untilProjected(stack.database)
  const { code, out, err } = await runOps({ DATABASE_URL: stack.database.url }, 'verify')
  expect([code, err, out.match(/The live read tables are what the log says/)?.length]).toEqual([
    0,
    expect.anything(),
    1,
  ])
  const { rows } = await stack.database.asOwner(
    'select (select count(*)::int from work) as work, (select count(*)::int from outbox) as outbox',
  )
  expect(rows[0]).toEqual({ work: 0, outbox: 0 })
})
