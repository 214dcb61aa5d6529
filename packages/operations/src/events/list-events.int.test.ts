import { useTestDatabase } from '@jaanch/tests/support/database'
import { beforeAll, describe, expect, it } from 'vitest'
import { findRequest } from '../trace/find-trace.ts'
import { findPositionAt, findSubject } from './events.ts'
import { type ListedEvents, listEvents } from './list-events.ts'

const database = useTestDatabase()
const began = Date.parse('2026-03-01T00:00:00Z')
/** The time of the event at a position: one event in ten seconds */
const timeOf = (position: number) => new Date(began + position * 10_000)
const oldRequest = '0e7e1f3c-9a35-4f39-9d6f-0a3c9d1f6d6b'
/** Its time is that of event 500 */
const requestId = `${timeOf(500).getTime().toString(16).padStart(12, '0')}7abc8${'0'.repeat(14)}1`

beforeAll(async () => {
  await database.asOwner(
    `insert into log.events
     select n, 'booking-0000000' || (n % 7), (n - 1) / 7 + 1, case when n = 5 then 'Rare' else 'Usual' end, 1, '{}',
            case when n % 100 = 0 then 'system:orders' else 'customer:1' end,
            case n when 501 then $2 when 990 then $3 end, null,
            $1::timestamptz + n * interval '10 s', gen_random_uuid(), 0
       from generate_series(1, 1000) n`,
    [new Date(began), requestId, oldRequest],
  )
})

const list = (wanted: Partial<ListedEvents>) =>
  listEvents(database.pool, { limit: 3, maxLooked: 250, ...wanted })

describe('a list of events', () => {
  it('looks at a bounded number of events, and says at which', async () => {
    const found = await list({ actor: 'orders' })
    expect(found.events.map(({ position }) => position)).toEqual([1000, 900, 800])
    expect(found).toMatchObject({ looked: { from: 800, to: 1000 }, next: 800 })
    expect(await list({ type: 'Rare' })).toEqual({
      events: [],
      looked: { from: 751, to: 1000 },
      next: 751,
    })
    expect(await list({ after: 998 })).toMatchObject({
      events: [{ position: 1000 }, { position: 999 }],
      looked: { from: 999, to: 1000 },
      next: null,
    })
  })

  it('reaches all events by continuing where it ended', async () => {
    let page = await list({ type: 'Rare' })
    for (let n = 0; n < 3; n += 1) page = await list({ type: 'Rare', before: page.next ?? 0 })
    expect(page).toMatchObject({ events: [{ position: 5 }], next: null })
  })

  it('of one stream is not bounded: it has an index', async () => {
    const { events, next } = await list({ stream: 'booking-00000003', type: 'Usual', before: 20, limit: 9 })
    expect(events.map(({ position }) => position)).toEqual([17, 10, 3])
    expect(next).toBeNull()
  })

  it('of a stream whose beginning several have is refused with their names', async () => {
    await expect(findSubject(database.pool, 'BOOKING-000000')).rejects.toThrow(
      /^Several begin with 000000: give more of the id.\nbooking-00000000\nbooking-00000001\n/,
    )
  })
})

describe('a time in the log', () => {
  it('is found between positions, before the first and after the last', async () => {
    for (const position of [1, 2, 500, 999, 1000]) {
      expect(await findPositionAt(database.pool, timeOf(position))).toBe(position)
      expect(await findPositionAt(database.pool, new Date(timeOf(position).getTime() + 1))).toBe(position + 1)
    }
    expect(await findPositionAt(database.pool, new Date(0))).toBe(1)
  })
})

describe('the events of a request', () => {
  it('are found where its id says, or among the last ones', async () => {
    expect(await findRequest(database.pool, requestId)).toMatchObject({
      events: [{ position: 501 }],
      looked: { from: 500, to: 1000 },
    })
    expect(await findRequest(database.pool, oldRequest)).toMatchObject({ events: [{ position: 990 }] })
    const ofAnother = requestId.replace(/1$/, '2')
    expect(await findRequest(database.pool, ofAnother)).toEqual({
      events: [],
      // a browser makes its ids, and its clock may be wrong
      looked: { from: 1, to: 1000 },
    })
  })
})
