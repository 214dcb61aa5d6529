import { describe, expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { applyChange, type ListRule } from './apply-change'
import { bookingChange } from './change'
import { trackingOf } from './tracked-keys'

const anyRow: ListRule = { contains: () => true, isPartial: false }
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const rows = [
  createBooking({ id: 'c', createdAt: at(30), position: 30 }),
  createBooking({ id: 'b', createdAt: at(20), position: 20 }),
  createBooking({ id: 'a', createdAt: at(10), position: 10 }),
]

describe('a change of a row in a list', () => {
  it('replaces the row if it is newer', () => {
    const change = bookingChange(
      createBooking({ id: 'b', createdAt: at(20), position: 40, status: 'confirmed' }),
    )
    const next = applyChange(rows, change, anyRow)
    expect(idsOf(next)).toEqual(['c', 'b', 'a'])
    expect(next[1]).toMatchObject({ status: 'confirmed', position: 40 })
  })

  it('is ignored if it is older, and the same array is returned', () => {
    const change = bookingChange(
      createBooking({ id: 'b', createdAt: at(20), position: 19, status: 'confirmed' }),
    )
    expect(applyChange(rows, change, anyRow)).toBe(rows)
  })

  it('removes a row that is no longer visible, unless a newer version is shown', () => {
    const removal = { kind: 'booking', id: 'b', row: null } as const
    expect(idsOf(applyChange(rows, { ...removal, position: 21 }, anyRow))).toEqual(['c', 'a'])
    expect(applyChange(rows, { ...removal, position: 19 }, anyRow)).toBe(rows)
    expect(applyChange(rows, { ...removal, id: 'x', position: 50 }, anyRow)).toBe(rows)
  })

  it('removes a booking whose status leaves the tab and inserts one that enters it at its place', () => {
    const tracking = trackingOf('/api/bookings?tab=upcoming&limit=50')
    if (tracking?.as !== 'list') throw new Error('The key is not tracked as a list')
    const rule = { contains: tracking.contains, isPartial: false }
    const completed = bookingChange(
      createBooking({ id: 'b', createdAt: at(20), position: 41, status: 'completed' }),
    )
    expect(idsOf(applyChange(rows, completed, rule))).toEqual(['c', 'a'])
    const inserted = bookingChange(createBooking({ id: 'n', createdAt: at(25), position: 42 }))
    expect(idsOf(applyChange(rows, inserted, rule))).toEqual(['c', 'n', 'b', 'a'])
  })

  it('does not add a row that sorts after the last loaded one, unless the list is complete', () => {
    const partial = { ...anyRow, isPartial: true }
    const older = bookingChange(createBooking({ id: 'o', createdAt: at(5), position: 50 }))
    expect(applyChange(rows, older, partial)).toEqual(rows)
    expect(idsOf(applyChange(rows, older, anyRow))).toEqual(['c', 'b', 'a', 'o'])
  })

  it('has the same result when it is applied twice', () => {
    const change = bookingChange(createBooking({ id: 'n', createdAt: at(40), position: 60 }))
    const once = applyChange(rows, change, anyRow)
    expect(applyChange(once, change, anyRow)).toEqual(once)
  })
})
