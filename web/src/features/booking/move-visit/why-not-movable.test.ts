import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { isBeforeCollection, whyNotMovable } from './calendar-links'

/** The visit of the fixture begins on 22 November 2026 at 8 in the morning in India. */
const twoHoursBefore = new Date('2026-11-22T00:30:00Z')
const why = (changes: Parameters<typeof createBooking>[0], now = twoHoursBefore) =>
  whyNotMovable(createBooking(changes), now)

it('a visit can be moved by its customer until two hours before it begins, and says so afterwards', () => {
  expect(why({})).toBeUndefined()
  expect(why({}, new Date(twoHoursBefore.getTime() + 1))).toContain('until two hours before')
  expect(why({ scheduledDate: null, scheduledTime: null })).toBeUndefined()
})

it('a visit can be moved three times', () => {
  expect(why({ customerMoves: 2 })).toBeUndefined()
  expect(why({ customerMoves: 3 })).toContain('three times')
})

it('a visit can be moved until the collection', () => {
  expect(isBeforeCollection({ status: 'confirmed' })).toBe(true)
  expect(isBeforeCollection({ status: 'sample-collection' })).toBe(false)
  expect(isBeforeCollection({ status: 'cancelled' })).toBe(false)
})
