import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import { labPartnerDecider } from '@jaanch/account/labs/lab'
import type { Booking, BookingSummary } from '@jaanch/booking/booking'
import { bookingDecider, summarise } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { addDays, hasBegun, istDate } from '@jaanch/contracts/calendar'
import { fold } from '@jaanch/contracts/decider'
import { bookingStatuses } from '@jaanch/contracts/vocabulary'
import { parseStreamId, type Recorded, type StreamKind } from '@jaanch/eventlog/events'
import { readHead, readLogInOrder } from '@jaanch/eventlog/read'
import { consumers } from '@jaanch/operations/work/declared'
import { createTestDatabase, type TestDatabase, useTestDatabase } from '@jaanch/tests/support/database'
import { verify } from '@node-rs/argon2'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { historyDays } from './history.ts'
import { historyTimeline, loadDemo, planDemo } from './load.ts'

const now = new Date('2026-03-18T09:47:11.250Z')
/** The first day of the history of all customers, IST */
const begin = addDays(istDate(now), 1 - historyDays)
const later = new Date(now.getTime() + 3 * 3_600_000)

const database = useTestDatabase()
let events: Recorded[]

beforeAll(async () => {
  await loadDemo({ databaseUrl: database.url, now })
  events = await readLogInOrder(database.pool, 0, 100_000)
})

async function freshDatabase(): Promise<TestDatabase> {
  const fresh = await createTestDatabase()
  onTestFinished(() => fresh.drop())
  return fresh
}

const rowsOf = async (text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows
const count = async (table: string) => (await rowsOf(`select count(*) as n from ${table}`))[0].n

/** The events of each stream of a kind, in order. */
function streamsOf<Event>(kind: StreamKind): Map<string, Event[]> {
  const ofKind = events.filter((event) => parseStreamId(kind, event.streamId))
  return Map.groupBy(ofKind, (event) => event.streamId) as Map<string, Event[]>
}

function bookings(): BookingSummary[] {
  return [...streamsOf<Recorded<BookingEvent>>('booking').values()].map(
    (stream) => stream.reduce<BookingSummary | undefined>(summarise, undefined) as BookingSummary,
  )
}

/** Everything that the demo wrote, except the salted password hashes. */
async function everythingIn({ pool }: TestDatabase): Promise<unknown[]> {
  const whole = [
    ...['settings', 'work_consumers', 'parameters', 'packages', 'lab_partners', 'family_members'],
    ...['customer_addresses', 'visit_places', 'lab_days', 'lab_capacities', 'booking_details', 'orders'],
    ...['reviews', 'prescriptions', 'prescription_files', 'report_submissions', 'report_values'],
    ...['report_drafts', 'health_reports'],
  ]
  const queries = [
    'select * from log.events order by position',
    'select id, role, name, email, phone, created_at from users order by id',
    'select report_id, bytes, request_hash from health_report_files order by 1',
    ...whole.map((table) => `select * from ${table} t order by t::text`),
  ]
  const results: unknown[] = []
  for (const query of queries) results.push((await pool.query(query)).rows)
  return results
}

describe('the content of the demo', () => {
  it('the demo includes the whole catalogue, with an event for each entry', async () => {
    expect([await count('parameters'), await count('packages')]).toEqual([146, 104])
    const created = events.filter(({ type }) => type === 'PackageCreated')
    const rows = await rowsOf('select id, price from packages order by id')
    const prices = created.map(({ data }) => data as { packageId: string; price: number })
    expect(rows).toEqual(
      prices.map(({ packageId: id, price }) => ({ id, price })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })

  it('the published passwords open the accounts of the demo, and nobody knows those of the others', async () => {
    const signIns: Record<string, string> = {
      'admin@jaanch.example': 'admin-demo-2026',
      'operator@jaanch.example': 'admin-demo-2026',
      'asha@jaanch.example': 'asha-demo-2026',
      'lab1@jaanch.example': 'lab-demo-2026',
      'lab4@jaanch.example': 'lab-demo-2026',
      'newlab@jaanch.example': 'lab-demo-2026',
      'meena.lab1@jaanch.example': 'lab-demo-2026',
      'nandini.lab4@jaanch.example': 'lab-demo-2026',
    }
    const users = await rowsOf('select email, password_hash from users')
    expect(users).toHaveLength(66)
    for (const { email, password_hash } of users.filter(({ email }) => email in signIns)) {
      expect(await verify(password_hash, signIns[email] ?? '')).toBe(true)
    }
    const others = users.filter(
      ({ email }) => !/^(admin|manager|support|medical|operator|asha|lab\d|newlab|\w+\.lab\d)@/.test(email),
    )
    expect(new Set(others.map(({ password_hash }) => password_hash)).size).toBe(1)
  })

  it('the demo has four approved labs and one that waits for approval', async () => {
    const states = [...streamsOf<LabPartnerEvent>('lab').values()].map(
      (stream) => fold(labPartnerDecider, stream).status,
    )
    expect(states.sort()).toEqual(['applied', 'approved', 'approved', 'approved', 'approved'])
    expect(await count('lab_partners where city is not null and lab_license is not null')).toBe(4)
  })

  it('Asha has three family members, two addresses and a booking in each state that her pages show', async () => {
    const [{ id }] = await rowsOf(`select id from users where email = 'asha@jaanch.example'`)
    expect(await count(`family_members where customer_id = '${id}'`)).toBe(3)
    const labels = await rowsOf(
      'select label from customer_addresses where customer_id = $1 order by created_at',
      [id],
    )
    expect(labels.map(({ label }) => label)).toEqual(['Home', 'Office'])
    const hers = bookings().filter(({ customerId, createdAt }) => customerId === id && createdAt > begin)
    expect(hers.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'completed',
      'cancelled',
      'completed',
      'lab-processing',
      // the recollection of its rejected tube
      'pending_customer_confirmation',
      'confirmed',
      'confirmed',
      // a visit of three people
      'confirmed',
      'confirmed',
      'confirmed',
      'pending_customer_confirmation',
      'pending',
    ])
    const [lab1] = await rowsOf(
      `select l.id from lab_partners l join users u on u.id = l.user_id where u.email = 'lab1@jaanch.example'`,
    )
    expect(hers[8]).toMatchObject({
      labPartnerId: lab1.id,
      scheduledDate: addDays(istDate(now), 2),
      customerMoves: 1,
      moves: [{ fromDate: addDays(istDate(now), 1), fromTime: '08:00-10:00', toTime: '06:00-08:00' }],
    })
    const visit = hers.filter(({ visitId, bookingId }) => visitId !== bookingId)
    expect(new Set(visit.map(({ visitId }) => visitId)).size).toBe(1)
    expect(visit.map(({ lines, familyMemberId }) => [lines[0]?.name, familyMemberId !== null])).toEqual([
      ['Thyroid Profile (T3, T4, TSH)', false],
      ['Diabetes Care', true],
      ['Complete Blood Count (CBC)', true],
    ])
    const together = await count(`booking_details where visit_id = '${visit[0]?.visitId}'`)
    expect(together).toBe(3)
  })
})

describe('the capacities of the demo', () => {
  const tomorrow = addDays(istDate(now), 1)

  it('tomorrow the lab of Surat has one visit left in two slots, and none in the others', async () => {
    const [row] = await rowsOf(
      `select array(select visits_of(c, $1, s::smallint, '{}') - d.taken[s] from generate_series(1, 6) s) as free
         from lab_capacities c join lab_days d on d.lab_partner_id = c.lab_partner_id and d.date = $1`,
      [tomorrow],
    )
    expect(row).toEqual({ free: [0, 0, 0, 1, 0, 1] })
  })

  it('the places that are taken are those that the log names', async () => {
    const taken = bookings().flatMap(({ visitId, place, status }) =>
      place && status !== 'cancelled'
        ? [
            {
              id: visitId,
              lab_partner_id: place.labPartnerId,
              slot: place.slot,
              date: place.date,
            },
          ]
        : [],
    )
    const rows = await rowsOf(
      `select id, lab_partner_id, slot, date::text from visit_places where bookings = 1 and expires_at is null`,
    )
    expect(new Set(rows)).toEqual(new Set(taken))
    expect(rows.length).toBe(12)
    expect(await count('visit_places')).toBe(12)
  })
})

describe('the history of the demo', () => {
  it('orders are numbered in order of time, and the next order gets the next number', async () => {
    const created = events.filter((event) => event.type === 'OrderCreated')
    const numbers = created.map((event) => event.data.orderNumber)
    expect(numbers).toHaveLength(bookings().length)
    expect(numbers).toEqual(
      created.map(({ at }, index) => `JN-${istDate(at).slice(0, 4)}-${String(index + 1).padStart(6, '0')}`),
    )
    expect(await rowsOf('select order_number from orders order by order_number')).toEqual(
      numbers.map((order_number) => ({ order_number })),
    )
    expect(await rowsOf(`select nextval('order_number_seq') as next`)).toEqual([{ next: numbers.length + 1 }])
  })

  it('every booking has a copy of an address of its customer, as the API stores it', async () => {
    const placed = await rowsOf(
      `select count(*) as n from booking_details d join customer_addresses a on a.id = (d.address ->> 'id')::uuid
        where a.customer_id = d.customer_id and d.address = to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' - 'request_hash'`,
    )
    expect(placed).toEqual([{ n: bookings().length }])
  })

  it('the demo causes no work, because every consumer starts at the head of the log', async () => {
    const head = await readHead(database.pool)
    expect(await rowsOf('select name, cursor from work_consumers order by name')).toEqual(
      consumers
        .map(({ name }) => name)
        .sort()
        .map((name) => ({ name, cursor: head })),
    )
    expect(await count('work')).toBe(0)
  })

  it('the demo shows every status, unassigned bookings and future slots, at whichever hour it is loaded', () => {
    // 29 hours apart: in two weeks this covers every day of the week and every second hour of the day
    for (let step = 0; step < 12; step += 1) {
      const anchor = new Date(now.getTime() + step * 29 * 3_600_000)
      const entries = historyTimeline(planDemo(anchor), 1)
      expect(Math.max(...entries.map(({ at }) => at.getTime()))).toBeLessThanOrEqual(anchor.getTime())

      const written = entries.flatMap(({ append }) => append ?? [])
      const ofBookings = written.filter(({ streamId }) => parseStreamId('booking', streamId))
      const states = [...Map.groupBy(ofBookings, (append) => append.streamId).values()].map((appends) =>
        fold(bookingDecider, appends.flatMap((append) => append.events) as BookingEvent[]),
      ) as Booking[]
      const future = states.filter(
        ({ scheduledDate, scheduledTime }) =>
          scheduledDate && scheduledTime && !hasBegun(scheduledDate, scheduledTime, anchor),
      )
      const open = future.filter(({ status, labPartnerId }) => status === 'pending' && labPartnerId === null)
      const found = new Set(states.map(({ status }) => status))
      expect(
        bookingStatuses.filter((status) => !found.has(status)),
        anchor.toISOString(),
      ).toEqual([])
      expect(open.length, anchor.toISOString()).toBeGreaterThan(1)
      expect(future.filter(({ status }) => status === 'confirmed').length).toBeGreaterThan(1)
      expect(future.filter(({ place }) => place)).toHaveLength(12)
      const drafts = states.flatMap(({ draft }) => draft ?? [])
      expect(drafts.map(({ isReturned }) => isReturned).sort(), anchor.toISOString()).toEqual([
        false,
        false,
        true,
      ])
    }
  })
})

describe('loading the demo again', () => {
  it('a second load of the demo changes nothing', async () => {
    const before = await everythingIn(database)
    expect(await loadDemo({ databaseUrl: database.url, now: later })).toEqual({ loaded: false })
    expect(await everythingIn(database)).toEqual(before)
  })

  // in the order in which a load reaches them
  const kills = [
    ['before insert on users', `new.email = 'asha@jaanch.example'`],
    ['before insert on log.events', 'new.position = 1700'],
    ['before update on health_report_files', 'length(old.bytes) = 0 and length(new.bytes) > 0'],
    ['before update on settings', `new.value ->> 'done' = 'true'`],
  ] as const

  it('two processes that load at once write one demo, also after some were killed while they wrote accounts, events or PDFs, and before it was marked as done', async () => {
    const fresh = await freshDatabase()
    const loadTwice = (at: Date) => [1, 2].map(() => loadDemo({ databaseUrl: fresh.url, now: at }))
    await fresh.asOwner(`create function killed() returns trigger language plpgsql as $$
      begin raise exception 'killed'; end $$`)
    for (const [event, when] of kills) {
      await fresh.asOwner(
        `create trigger killed ${event} for each row when (${when}) execute function killed()`,
      )
      const killed = loadTwice(now).map((load) => expect(load, when).rejects.toThrow('killed'))
      await Promise.all(killed)
      await fresh.asOwner(`drop trigger killed on ${event.split(' on ')[1]}`)
    }
    await Promise.all(loadTwice(later))
    expect(await everythingIn(fresh)).toEqual(await everythingIn(database))
  })
})
