import { describe, expect, it } from 'vitest'
import { haemoglobin } from '../testing/parameters.ts'
import { overlaps, type ReferenceInterval, selectInterval, whoIs } from './interval.ts'

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

const own: ReferenceInterval = {
  id: 'own',
  code: 'HGB',
  sex: null,
  ageFrom: 216,
  ageTo: null,
  method: 'SLS Photometry',
  labPartnerId: 'lab',
  low: 11,
  high: 16,
  expected: null,
  validFrom: '2020-01-01',
  validTo: null,
  source: 'Validation',
}

it('the interval of an age applies from its first month until the month before the next one begins', () => {
  const child = { ...own, id: 'child', ageFrom: 144, ageTo: 216, method: null }
  const adult = { ...own, id: 'adult', method: null }
  const at = { on: '2026-11-27', labPartnerId: 'lab', method: null }
  const selected = (ageMonths: number) =>
    selectInterval(haemoglobin, [child, adult], 'female', ageMonths, at)?.id
  expect([144, 215, 216].map(selected)).toEqual(['child', 'child', 'adult'])
})

describe('an interval of a method', () => {
  const selected = (method: string | null) =>
    selectInterval(haemoglobin, [own], 'female', 300, { on: '2026-11-27', labPartnerId: 'lab', method })?.id

  it('applies to results of the method in any case and with any spaces, and to no other', () => {
    expect(selected('sls photometry ')).toBe('own')
    expect(selected('SLS-Photometry')).toBeNull()
    expect(selected(null)).toBeNull()
  })

  it('overlaps one of the same method in another spelling, and none of any method', () => {
    expect(overlaps(own, { ...own, method: 'sls  photometry' })).toBe(true)
    expect(overlaps(own, { ...own, method: null })).toBe(false)
    expect(overlaps(own, { ...own, method: 'Cyanmethaemoglobin' })).toBe(false)
    expect(overlaps({ ...own, method: null }, { ...own, method: null })).toBe(true)
  })
})
