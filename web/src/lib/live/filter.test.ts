import { expect, test } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import { passesFilters } from './filter'

const booking = aBooking({ id: '1fbcdcc7-0000', orderNumber: 'JN-2026-000042' })
const passes = (query: string, row = booking) => passesFilters(row, new URLSearchParams(query))

test('a text finds a part of the name, the end of an order number and the beginning of an id', () => {
  expect(passes('q=blood')).toBe(true)
  expect(passes('q=000042')).toBe(true)
  expect(passes('q=jn-2026-000042')).toBe(true)
  expect(passes('q=1FBC')).toBe(true)
  expect(passes('q=JN-2026')).toBe(false)
  expect(passes('q=bcdcc')).toBe(false)
  expect(passes('q=+')).toBe(true)
})

test('dates are both included, and an instant booking counts on the day in India on which it was placed', () => {
  expect(passes('from=2026-11-22&to=2026-11-22')).toBe(true)
  expect(passes('from=2026-11-23')).toBe(false)
  expect(passes('to=2026-11-21')).toBe(false)
  const instant = aBooking({
    scheduledDate: null,
    scheduledTime: null,
    createdAt: '2026-11-20T19:00:00.000Z',
  })
  expect(passes('from=2026-11-21&to=2026-11-21', instant)).toBe(true)
})

test('slot and type must be the very ones', () => {
  expect(passes('slot=08:00-10:00&type=scheduled')).toBe(true)
  expect(passes('slot=10:00-12:00')).toBe(false)
  expect(passes('type=instant')).toBe(false)
})
