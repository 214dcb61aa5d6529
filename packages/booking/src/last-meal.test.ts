import { describe, expect, it } from 'vitest'
import { lastMealAt, longFastOf, strictestFast } from './last-meal.ts'

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
