import { bookingStatuses } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import {
  collectBy,
  collectedAt,
  instantSlots,
  lastMealAt,
  longFastOf,
  reportsOpenSince,
  strictestFast,
  whyCollectionClosed,
  whyMessagesClosed,
} from './rules.ts'

const scheduled = {
  collectionType: 'scheduled' as const,
  scheduledDate: '2026-01-31',
  scheduledTime: '08:00-10:00',
  createdAt: '2026-01-30T05:00:00.000Z',
}

describe('a sample must be collected', () => {
  it('before its slot ends in India', () => {
    expect(collectBy(scheduled)).toEqual(new Date('2026-01-31T04:30:00Z'))
  })

  it('within two hours of the time of an order from a prescription', () => {
    expect(collectBy({ ...scheduled, scheduledTime: '09:00' })).toEqual(new Date('2026-01-31T05:30:00Z'))
  })

  it('within four hours of an instant booking', () => {
    const instant = { collectionType: 'instant' as const, scheduledDate: null, scheduledTime: null }
    expect(collectBy({ ...scheduled, ...instant })).toEqual(new Date('2026-01-30T09:00:00Z'))
  })
})

it('the collection begins when the status changes to sample-collection', () => {
  const at = '2026-01-31T03:00:00.000Z'
  const pending = { status: 'pending' as const, at: scheduled.createdAt, actor: 'customer' }
  expect(collectedAt({ timeline: [pending] })).toBeNull()
  expect(
    collectedAt({ timeline: [pending, { status: 'sample-collection', at, actor: 'lab-partner' }] }),
  ).toBe(at)
})

const now = new Date('2026-02-20T08:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1_000).toISOString()

type Dated = Parameters<typeof whyCollectionClosed>[0]
const uncollected: Dated = {
  status: 'confirmed',
  timeline: [],
  createdAt: ago(1),
  scheduledDate: ago(0).slice(0, 10),
  reportReleasedAt: null,
}
const collected = (daysAgo: number, released: number | null): Dated => ({
  ...uncollected,
  status: 'completed',
  timeline: [{ status: 'sample-collection', at: ago(daysAgo), actor: 'lab-partner' }],
  reportReleasedAt: released === null ? null : ago(released),
})
const isOpen = (booking: Dated) => whyCollectionClosed(booking, now) === undefined

describe('a lab sees the person of a booking', () => {
  it('from the confirmation, and not once the booking is cancelled', () => {
    const open = bookingStatuses.filter((status) => isOpen({ ...uncollected, status }))
    expect(open).toEqual(['confirmed', 'sample-collection', 'lab-processing', 'completed'])
  })

  it('until seven days after the report', () => {
    expect(isOpen(collected(10, 6.999))).toBe(true)
    expect(whyCollectionClosed(collected(10, 7), now)).toBe(
      'The details of a collection are shown until seven days after the report, for 30 days at most.',
    )
  })

  it('for 30 days after the collection at most, with a late report or without one', () => {
    expect(isOpen(collected(29.999, null))).toBe(true)
    for (const released of [null, 1]) expect(isOpen(collected(30, released))).toBe(false)
  })

  it('for 30 days after the day of a collection that did not take place', () => {
    const meantFor = (days: number) => isOpen({ ...uncollected, scheduledDate: ago(days).slice(0, 10) })
    expect([meantFor(29), meantFor(30)]).toEqual([true, false])
    const instant = (days: number) => isOpen({ ...uncollected, scheduledDate: null, createdAt: ago(days) })
    expect([instant(29.9), instant(30)]).toEqual([true, false])
  })
})

it('a lab exchanges messages from its assignment until it no longer sees the person', () => {
  const open = bookingStatuses.filter((status) => !whyMessagesClosed({ ...uncollected, status }, now))
  expect(open).toEqual(bookingStatuses.filter((status) => status !== 'cancelled'))
  expect(whyMessagesClosed(collected(10, 7), now)).toBeDefined()
})

it('a lab sees its reports for 30 days after their last version', () => {
  expect(reportsOpenSince(now).toISOString()).toBe(ago(30))
})

describe('the last meal before a visit', () => {
  it('is the begin of the slot minus the hours, on the evening before for an early slot', () => {
    expect(lastMealAt('2026-11-28', '08:00-10:00', 10).toISOString()).toBe('2026-11-27T16:30:00.000Z')
    expect(lastMealAt('2026-11-28', '16:00-18:00', 8).toISOString()).toBe('2026-11-28T02:30:00.000Z')
    expect(lastMealAt('2026-11-28', '09:00', 8).toISOString()).toBe('2026-11-27T19:30:00.000Z')
  })

  it('is twelve hours before a test that requires fasting without a number of hours', () => {
    expect(lastMealAt('2026-11-28', '08:00-10:00', 0)).toEqual(lastMealAt('2026-11-28', '08:00-10:00', 12))
  })

  it('follows the strictest of several tests', () => {
    const fast = (fastingHours: number | null) => ({ fastingRequired: true, fastingHours })
    const none = { fastingRequired: false, fastingHours: 14 }
    expect(strictestFast([fast(8), none, fast(10)])).toBe(10)
    expect(strictestFast([fast(8), fast(null)])).toBe(0)
    expect(strictestFast([fast(14), fast(null)])).toBe(14)
    expect(strictestFast([none])).toBeNull()
  })
})

it('children under 12 and people over 65 should be careful with more than ten hours, or a visit from 10:00 on', () => {
  for (const age of [0, 11, 66, 90]) {
    expect(longFastOf(age, 12, '')).toBe('hours')
    expect(longFastOf(age, 0, '06:00-08:00')).toBe('hours')
    expect(longFastOf(age, 10, '10:00-12:00')).toBe('late')
    expect(longFastOf(age, 10, '08:00-10:00')).toBeUndefined()
    expect(longFastOf(age, 8, '')).toBeUndefined()
    expect(longFastOf(age, null, '14:00-16:00')).toBeUndefined()
  }
})

it('nobody else is warned, nor somebody whose age is not known', () => {
  for (const age of [12, 40, 65, null]) expect(longFastOf(age, 12, '14:00-16:00')).toBeUndefined()
})

const slotsAt = (time: string) => instantSlots(new Date(`2026-11-23T${time}:00+05:30`))

describe('an instant visit takes a place', () => {
  it('in the slot in which somebody comes in two hours, else in the one in four hours', () => {
    expect(slotsAt('09:30')).toEqual([
      { date: '2026-11-23', slot: 3 },
      { date: '2026-11-23', slot: 4 },
    ])
  })

  it.each([
    ['01:59', []],
    ['02:00', [1]],
    ['04:00', [1, 2]],
    ['14:00', [6]],
    ['15:59', [6]],
    ['16:00', []],
    ['23:00', []],
  ])('only between 06:00 and 18:00 of today: at %s', (time, slots) => {
    expect(slotsAt(time).map(({ slot }) => slot)).toEqual(slots)
  })
})
