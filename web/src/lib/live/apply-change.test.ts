import type { BookingView } from '@jaanch/booking/booking-view'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { expect, it } from 'vitest'
import { bookingList } from '@/features/booking/bookings-calls'
import { createBooking } from '@/testing/fixtures'
import { applyChange, compareNewestFirst, findRow, type ListRule } from './apply-change'
import { bookingChange, type Change, type LiveRow } from './change'

const anyRow: ListRule = { contains: () => true, compare: compareNewestFirst, isPartial: false }

function ruleOf(key: string): ListRule {
  const tracking = bookingList.rule(key)
  if (tracking.as !== 'list') throw new Error('The key is not tracked as a list')
  return { ...tracking, isPartial: false }
}

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const changed = (id: string, minute: number, position: number, status?: BookingStatus) =>
  bookingChange(createBooking({ id, createdAt: at(minute), position, ...(status && { status }) }))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const rows = [
  createBooking({ id: 'c', createdAt: at(30), position: 30 }),
  createBooking({ id: 'b', createdAt: at(20), position: 20 }),
  createBooking({ id: 'a', createdAt: at(10), position: 10 }),
]

it('a change of a row in a list replaces the row if it is newer', () => {
  const change = changed('b', 20, 40, 'confirmed')
  const next = applyChange(rows, change, anyRow)
  expect(idsOf(next)).toEqual(['c', 'b', 'a'])
  expect(next[1]).toMatchObject({ status: 'confirmed', position: 40 })
})

it('a change of a row in a list is ignored if it is older, and the same array is returned', () => {
  const change = changed('b', 20, 19, 'confirmed')
  expect(applyChange(rows, change, anyRow)).toBe(rows)
})

it('a change of a row in a list removes a row that is no longer visible, unless a newer version is shown', () => {
  const removal = { kind: 'booking', id: 'b', row: null } as const
  expect(idsOf(applyChange(rows, { ...removal, position: 21 }, anyRow))).toEqual(['c', 'a'])
  expect(applyChange(rows, { ...removal, position: 19 }, anyRow)).toBe(rows)
  expect(applyChange(rows, { ...removal, id: 'x', position: 50 }, anyRow)).toBe(rows)
})

it('a change of a row in a list removes a booking whose status leaves the tab and inserts one that enters it at its place', () => {
  const rule = ruleOf('/api/bookings?tab=upcoming&limit=50')
  const completed = changed('b', 20, 41, 'completed')
  expect(idsOf(applyChange(rows, completed, rule))).toEqual(['c', 'a'])
  const inserted = changed('n', 25, 42)
  expect(idsOf(applyChange(rows, inserted, rule))).toEqual(['c', 'n', 'b', 'a'])
})

it('a change of a row in a list does not add a row that sorts after the last loaded one, unless the list is complete', () => {
  const partial = { ...anyRow, isPartial: true }
  const older = changed('o', 5, 50)
  expect(applyChange(rows, older, partial)).toEqual(rows)
  expect(idsOf(applyChange(rows, older, anyRow))).toEqual(['c', 'b', 'a', 'o'])
})

const visit = ruleOf('/api/bookings?sort=visit&status=pending,confirmed&limit=50')
const booked = (id: string, scheduledTime: string | null, changes: Partial<BookingView> = {}) =>
  createBooking({
    id,
    scheduledTime,
    scheduledDate: scheduledTime && '2026-11-22',
    position: 1,
    ...changes,
  })
const early = booked('e', '06:00-08:00')
const together = ['c', 'd'].map((id) => booked(id, '08:00-10:00', { visitId: 'v2' }))
// placed at 1 o'clock on the 22nd in India
const instant = booked('i', null, { createdAt: '2026-11-21T19:30:00.000Z' })
const day = [instant, early, ...together]
const idsAfter = (change: Change) => idsOf(applyChange(day, change, visit))

it('a list in the order of the visits gets a new booking at its day and slot, instant ones first, beside the people of its visit', () => {
  const later = booked('n', '08:00-10:00', { visitId: 'v1' })
  expect(idsAfter(bookingChange(later))).toEqual(['i', 'e', 'n', 'c', 'd'])
  const third = booked('ca', '08:00-10:00', { visitId: 'v2' })
  expect(idsAfter(bookingChange(third))).toEqual(['i', 'e', 'c', 'ca', 'd'])
  const nextDay = booked('a', null, { createdAt: '2026-11-22T19:30:00.000Z' })
  expect(idsAfter(bookingChange(nextDay))).toEqual(['i', 'e', 'c', 'd', 'a'])
})

it('a list in the order of the visits moves a booking that was moved, and drops one whose status it does not show', () => {
  const moved = { ...early, scheduledTime: '18:00-20:00', position: 2 }
  expect(idsAfter(bookingChange(moved))).toEqual(['i', 'c', 'd', 'e'])
  expect(idsAfter(bookingChange({ ...early, status: 'sample-collection', position: 2 }))).toEqual([
    ...['i', 'c', 'd'],
  ])
})

const known = {
  ...{
    area: '380009 Ahmedabad',
    tubeCount: 2,
    patientName: 'Ramesh Patel',
    contactNumber: '+919999900001',
  },
  familyMember: { name: 'Ramesh Patel', relationship: 'Father' },
  specialInstructions: 'Ring twice',
}
const before = createBooking({ ...known, labPartnerId: 'l1', status: 'confirmed' })
const pushed = createBooking({ labPartnerId: 'l1', status: 'sample-collection', position: 2 })

it('fields that a push does not have stay as they were known', () => {
  const [row] = applyChange([before], bookingChange(pushed), anyRow)
  expect(row).toMatchObject({ ...known, status: 'sample-collection' })
})

it('how many come with a person stays known for those of the same visit', () => {
  const [visitId, two] = ['v1', 2]
  const sizeAfter = (change: Partial<BookingView>) => {
    const [row] = applyChange(
      [{ ...before, visitId, visitSize: two }],
      bookingChange({ ...pushed, visitId, ...change }),
      anyRow,
    )
    return (row as BookingView).visitSize
  }
  expect(sizeAfter({})).toBe(two)
  expect(sizeAfter({ visitSize: 1 })).toBe(1)
  for (const left of [{ visitId: null }, { visitId: 'v2' }, { status: 'cancelled' }] as const)
    expect(sizeAfter(left)).toBeNull()
})

it('details of a person are forgotten with the cancellation and with another lab', () => {
  for (const left of [{ status: 'cancelled' }, { labPartnerId: 'l2' }] as const) {
    const [row] = applyChange([before], bookingChange({ ...pushed, ...left }), anyRow)
    const forgotten = { patientName: null, familyMember: null, specialInstructions: null }
    expect(row).toMatchObject({ area: known.area, ...forgotten })
  }
})

const createdAt = (age: number) => new Date(Date.parse(at(30)) - age * 1_000).toISOString()
const longList = (length: number) =>
  Array.from({ length }, (_, age) => createBooking({ id: `b${age}`, createdAt: createdAt(age), position: 1 }))

it('a long list is not searched: a change reads a few of 100,000 rows', () => {
  let reads = 0
  const list = new Proxy(longList(100_000), {
    get(target, name, receiver) {
      reads += 1
      return Reflect.get(target, name, receiver)
    },
  })
  // the first one makes the index
  applyChange(
    list,
    bookingChange(createBooking({ id: 'b7', createdAt: createdAt(7), position: 2 })),
    anyRow,
    true,
  )
  reads = 0
  const moved = createBooking({
    id: 'b60000',
    createdAt: createdAt(60_000),
    position: 3,
    status: 'confirmed',
  })
  expect(applyChange(list, bookingChange(moved), anyRow, true)).toBe(list)
  expect(reads).toBeLessThan(100)
  expect(list[60_000]).toBe(moved)
})

it('a long list has after many changes the rows that a search would give', () => {
  let expected: readonly LiveRow[] = longList(40)
  let list: readonly LiveRow[] = [...expected]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let position = 2; position < 600; position += 1) {
    const age = random(60)
    // several rows of the same instant
    const row = createBooking({ id: `b${age}`, createdAt: createdAt(age - (age % 3)), position })
    const change: Change =
      random(5) === 0 ? { kind: 'booking', id: row.id, position, row: null } : bookingChange(row)
    const rule = { ...anyRow, isPartial: random(2) === 0 }
    const isShown = random(2) === 0
    const before = [...list]
    const next = applyChange(list, change, rule, !isShown)
    if (isShown) expect(list).toEqual(before)
    list = next
    expected = searchAndApply(expected, change, rule)
    expect(list).toEqual(expected)
    for (const shown of list) expect(findRow(list, shown.id)).toBe(shown)
  }
})

/** The same by searching and copying. */
function searchAndApply(rows: readonly LiveRow[], change: Change, rule: ListRule): readonly LiveRow[] {
  const sortKey = (row: LiveRow) => `${'createdAt' in row ? row.createdAt : row.at} ${row.id}`
  const others = rows.filter(({ id }) => id !== change.id)
  const next = change.row
  if (!next) return others
  const newer = others.filter((row) => sortKey(row) > sortKey(next))
  const known = rows.find(({ id }) => id === change.id)
  const keepsPlace = known && sortKey(known) === sortKey(next)
  if (rule.isPartial && newer.length === others.length && !keepsPlace) return others
  return [...newer, next, ...others.slice(newer.length)]
}
