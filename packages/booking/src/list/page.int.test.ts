import { createHash } from 'node:crypto'
import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import type { QueryInput } from '@jaanch/contracts/http/route'
import { type BookingStatus, bookingStatuses } from '@jaanch/contracts/vocabulary'
import { encodeCursor } from '@jaanch/platform/reads/paging'
import { createSlonikPool } from '@jaanch/platform/slonik'
import { createGeneration } from '@jaanch/projector/generations/generations'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { type DatabasePool, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { maySeeBooking } from '../policies.ts'
import { uuid } from '../testing/bookings.ts'
import { bookingRow } from './bookings.ts'
import { findText } from './find-text.ts'
import { cursorAfter, selectPage } from './page.ts'
import { matchesTab, tabsForRole } from './tabs.ts'

const names = [
  ...['Thyroid Profile', 'Lipid Profile', '100 % Whole_Body', 'Whole Body', 'İron\\Studies', 'Vitamin D'],
  ...Array.from({ length: 14 }, (_, index) => `Panel ${index}`),
]
const [lab, otherLab, customer, otherCustomer] = [uuid(51), uuid(52), uuid(21), uuid(22)]

/**
 * Two hundred bookings that differ in everything that a list is filtered by: each status of each customer with each lab. Several
 * were placed in the same instant.
 */
const bookings = Array.from({ length: 200 }, (_, index) => {
  const createdAt = new Date(Date.UTC(2026, 0, 1, 15) + Math.floor(index / 3) * 5 * 3_600_000)
  const isInstant = index % 4 === 0
  return {
    id: idOf(index),
    createdAt: createdAt.toISOString(),
    status: bookingStatuses[index % bookingStatuses.length] as BookingStatus,
    customerId: index % 2 ? customer : otherCustomer,
    labPartnerId: [null, lab, otherLab][index % 3] ?? null,
    packageName: names[(index * 7) % names.length] as string,
    orderNumber: index % 5 ? `JN-2026-${String(index).padStart(6, '0')}` : null,
    collectionType: isInstant ? 'instant' : 'scheduled',
    scheduledDate: isInstant ? null : istDate(new Date(createdAt.getTime() + (index % 6) * 86_400_000)),
    scheduledTime: isInstant ? null : ['08:00-10:00', '06:00-08:00', '09:00'][index % 3],
    // people of one visit are booked together
    visitId: idOf(1_000 + Math.floor(index / 2)),
  }
})
type Row = (typeof bookings)[number]

function idOf(index: number): string {
  const hash = createHash('sha256').update(String(index)).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

const admin: Caller = {
  role: 'admin',
  staffRole: 'owner',
  labRole: null,
  userId: uuid(1),
  labPartnerId: null,
}
const callers: Caller[] = [
  admin,
  { role: 'customer', staffRole: null, labRole: null, userId: customer, labPartnerId: null },
  { role: 'lab-partner', staffRole: null, labRole: 'owner', userId: uuid(2), labPartnerId: lab },
  // of an application
  { role: 'lab-partner', staffRole: null, labRole: 'owner', userId: uuid(3), labPartnerId: null },
]

const database = useTestDatabase()
let db: DatabasePool
let generation: number

beforeAll(async () => {
  db = await createSlonikPool({ url: database.url, name: 'test' })
  const client = await database.pool.connect()
  generation = await createGeneration(client)
  client.release()
  await database.asOwner(
    `insert into read_${generation}.bookings (id, created_at, collect_by, data)
     select (data ->> 'bookingId')::uuid, (data ->> 'createdAt')::timestamptz, now(), data from jsonb_array_elements($1) data`,
    [
      JSON.stringify(
        bookings.map(({ id, packageName, ...booking }) => ({
          ...booking,
          bookingId: id,
          position: 1,
          lines: [{ name: packageName }],
        })),
      ),
    ],
  )
  await database.asOwner(
    `insert into orders (booking_id, order_number)
     select * from jsonb_to_recordset($1) as ordered (id uuid, "orderNumber" text) where "orderNumber" is not null`,
    [JSON.stringify(bookings)],
  )
})
afterAll(() => db.end())

type Filters = Omit<QueryInput<typeof bookingCalls.listBookings>, 'cursor' | 'limit'>

async function readPage(caller: Caller, query: Filters, limit = 500, cursor?: string): Promise<string[]> {
  const view = { generation }
  const now = new Date()
  const parsed = bookingCalls.listBookings.query.parse({ ...query, limit, cursor })
  const found = parsed.q ? await findText(db, view, { caller, q: parsed.q, now }) : undefined
  const page = selectPage(view, { caller, query: parsed, found, now })
  const rows = await db.any(sql.type(bookingRow.extend({ id: z.uuid() }))`${page}`)
  return rows.map(({ id }) => id)
}

/** Decides in plain words what a list must show. */
function expected(caller: Caller, { q, from, to, tab, slot, type, sort, status }: Filters): string[] {
  const text = typeof q === 'string' ? q.toLowerCase() : ''
  const matches = (row: Row) => {
    const date = row.scheduledDate ?? istDate(new Date(row.createdAt))
    return (
      maySeeBooking(caller, row) &&
      (!tab || matchesTab(tab, row)) &&
      (!status || String(status).split(',').includes(row.status)) &&
      (!from || date >= String(from)) &&
      (!to || date <= String(to)) &&
      (!slot || row.scheduledTime === slot) &&
      (!type || row.collectionType === type) &&
      (row.packageName.toLowerCase().includes(text) ||
        Boolean(row.orderNumber?.toLowerCase().endsWith(text)) ||
        row.id.startsWith(text))
    )
  }
  const newestFirst = (one: Row, other: Row) => (placeOf(one) < placeOf(other) ? 1 : -1)
  const nextVisitFirst = (one: Row, other: Row) => (visitOf(one) > visitOf(other) ? 1 : -1)
  return bookings
    .filter(matches)
    .toSorted(sort === 'visit' ? nextVisitFirst : newestFirst)
    .map(({ id }) => id)
}

const placeOf = (row: Row) => `${row.createdAt} ${row.id}`
/** Day, slot (an instant booking has none), visit, person */
const visitOf = (row: Row) =>
  [row.scheduledDate ?? istDate(new Date(row.createdAt)), row.scheduledTime ?? '', row.visitId, row.id].join(
    ' ',
  )

const idStart = idOf(7)
const filters: Filters[] = [
  {},
  ...['thyroid', 'PROFILE', 'whole', 'panel', 'panel 1', 'zzz', '%', '_', '\\', 'i', '-'].map((q) => ({ q })),
  ...['1', '7', '26-000007', 'jn-2026-000011', '000199', 'JN'].map((q) => ({ q })),
  ...[1, 2, 3, 8, 9, 13, 36].map((length) => ({ q: idStart.slice(0, length) })),
  ...[`${idStart}0`, idStart.slice(0, 9).toUpperCase(), 'g', '1234567-'].map((q) => ({ q })),
  { from: '2026-01-03', to: '2026-01-06' },
  { from: '2026-01-10' },
  { to: '2026-01-04' },
  { from: '2026-02-01', to: '2026-01-01' },
  { from: '2026-01-05', to: '2026-01-05', slot: '08:00-10:00' },
  { from: '2026-01-05', to: '2026-01-09', type: 'instant', q: 'profile' },
  { tab: 'in-progress', q: 'profile', from: '2026-01-02' },
  { tab: 'past', to: '2026-01-08' },
  ...['pending', 'cancelled', 'pending,confirmed', 'completed,lab-processing'].map((status) => ({ status })),
  { status: 'confirmed', q: 'panel', from: '2026-01-03' },
  { status: 'pending,confirmed', tab: 'assigned' },
]

describe('a page of bookings', () => {
  for (const caller of callers) {
    it.for(tabsForRole(caller.role))(
      `contains what a command of the caller may reach and the tab shows: ${caller.role}, %s [S7.7]`,
      async (tab) => {
        expect(await readPage(caller, { tab })).toEqual(expected(caller, { tab }))
      },
    )

    it.for(filters)(`contains what matches, newest first: ${caller.role}, %o`, async (query) => {
      expect(await readPage(caller, query)).toEqual(expected(caller, query))
    })

    it.for(filters)(
      `contains what matches, in the order of the visits: ${caller.role}, %o`,
      async (query) => {
        const visits = { ...query, sort: 'visit' as const }
        expect(await readPage(caller, visits)).toEqual(expected(caller, visits))
      },
    )
  }

  it.for<Filters>([
    ...[{}, { q: 'profile' }, { q: 'e' }, { q: '1', from: '2026-01-02' }],
    ...[{ sort: 'visit' as const }, { sort: 'visit' as const, q: 'e', from: '2026-01-02' }],
    { sort: 'visit', status: 'pending,confirmed' },
  ])('is followed by a page without gap or repetition: %o', async (query) => {
    const all = expected(admin, query)
    const seen: string[] = []
    for (;;) {
      const last = bookings.find(({ id }) => id === seen.at(-1))
      const summary = last && ({ ...last, bookingId: last.id } as unknown as BookingSummary)
      const cursor = summary && encodeCursor(cursorAfter(query.sort ?? 'placed', summary))
      const page = await readPage(admin, query, 7, cursor)
      if (page.length === 0) break
      seen.push(...page)
    }
    expect(seen).toEqual(all)
  })

  it('is refused after the cursor of another order', async () => {
    const summary = { ...bookings[0], bookingId: idOf(0) } as unknown as BookingSummary
    for (const [sort, other] of [
      ['placed', 'visit'],
      ['visit', 'placed'],
    ] as const) {
      const cursor = encodeCursor(cursorAfter(other, summary))
      await expect(readPage(admin, { sort }, 7, cursor)).rejects.toMatchObject({ code: 'malformed' })
    }
  })
})
