import { expect, test } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import { applyChange, type ListRule } from './apply-change'
import { bookingChange } from './change'
import { shapeOf } from './shape'

const anyRow: ListRule = { belongs: () => true, partial: false }
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const rows = [
  aBooking({ id: 'c', createdAt: at(30), position: 30 }),
  aBooking({ id: 'b', createdAt: at(20), position: 20 }),
  aBooking({ id: 'a', createdAt: at(10), position: 10 }),
]

test('a newer row takes the place of the shown one', () => {
  const change = bookingChange(aBooking({ id: 'b', createdAt: at(20), position: 40, status: 'confirmed' }))
  const next = applyChange(rows, change, anyRow)
  expect(ids(next)).toEqual(['c', 'b', 'a'])
  expect(next[1]).toMatchObject({ status: 'confirmed', position: 40 })
})

test('an older row is ignored: the very same list comes back', () => {
  const change = bookingChange(aBooking({ id: 'b', createdAt: at(20), position: 19, status: 'confirmed' }))
  expect(applyChange(rows, change, anyRow)).toBe(rows)
})

test('a row that left the view is removed, unless a newer one is shown', () => {
  const gone = { kind: 'booking', id: 'b', row: null } as const
  expect(ids(applyChange(rows, { ...gone, position: 21 }, anyRow))).toEqual(['c', 'a'])
  expect(applyChange(rows, { ...gone, position: 19 }, anyRow)).toBe(rows)
  expect(applyChange(rows, { ...gone, id: 'x', position: 50 }, anyRow)).toBe(rows)
})

test('a booking whose status leaves the tab leaves the list, and one that enters comes in at its place', () => {
  const shape = shapeOf('/api/bookings?tab=upcoming&limit=50')
  if (shape?.of !== 'rows') throw new Error('a list')
  const rule = { belongs: shape.belongs, partial: false }
  const done = bookingChange(aBooking({ id: 'b', createdAt: at(20), position: 41, status: 'completed' }))
  expect(ids(applyChange(rows, done, rule))).toEqual(['c', 'a'])
  const back = bookingChange(aBooking({ id: 'n', createdAt: at(25), position: 42 }))
  expect(ids(applyChange(rows, back, rule))).toEqual(['c', 'n', 'b', 'a'])
})

test('a first page takes in what is newer than its last row, and nothing that sorts after it', () => {
  const partial = { ...anyRow, partial: true }
  const older = bookingChange(aBooking({ id: 'o', createdAt: at(5), position: 50 }))
  expect(applyChange(rows, older, partial)).toEqual(rows)
  expect(ids(applyChange(rows, older, anyRow))).toEqual(['c', 'b', 'a', 'o'])
})

test('a change applied twice is there once', () => {
  const change = bookingChange(aBooking({ id: 'n', createdAt: at(40), position: 60 }))
  const once = applyChange(rows, change, anyRow)
  expect(applyChange(once, change, anyRow)).toEqual(once)
})
