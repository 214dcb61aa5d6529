import { describe, expect, it } from 'vitest'
import { whoIs } from './interval.ts'

const ageOf = (dateOfBirth: string | null, relationship: string | null, on = '2026-11-27') =>
  whoIs({ sex: null, dateOfBirth, relationship }, on).ageMonths

describe('whom a result is about', () => {
  it('has an age in completed months, or is an adult by the relationship, or is not known', () => {
    expect(ageOf('2026-10-28', 'child')).toBe(0)
    expect(ageOf('2008-11-27', 'child')).toBe(18 * 12)
    expect(ageOf(null, null)).toBe('adult')
    expect(ageOf(null, 'Mother')).toBe('adult')
    expect(ageOf(null, 'child')).toBeNull()
  })

  it('has no age if the sample is older: one of the two dates is wrong', () => {
    expect(ageOf('1970-01-01', null, '1969-03-01')).toBeNull()
    // a newborn's may differ by days
    expect(ageOf('2026-11-30', 'child')).toBe(0)
  })
})
