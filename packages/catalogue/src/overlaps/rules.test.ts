import { describe, expect, it } from 'vitest'
import { containedTest, ineligibility } from './rules.ts'

const lipid = { name: 'Lipid Profile', parameterCodes: ['LDL', 'HDL'] }
const checkup = { name: 'Full Body Checkup', parameterCodes: ['HGB', 'HDL', 'LDL'] }
const thyroid = { name: 'Thyroid Profile', parameterCodes: ['TSH'] }
const unknown = { name: 'Scan', parameterCodes: [] }

describe('a test all of whose parameters another test of the person measures', () => {
  it('is part of it, in any order', () => {
    const found = { part: lipid, whole: checkup }
    expect(containedTest([lipid, thyroid, checkup])).toEqual(found)
    expect(containedTest([checkup, lipid])).toEqual(found)
  })

  it('is the second of two with the same parameters', () => {
    const twin = { ...lipid, name: 'Cholesterol' }
    expect(containedTest([lipid, twin])).toEqual({ part: twin, whole: lipid })
  })
})

it('tests that share no or only some parameters, or of which none are known, are no part of each other', () => {
  const overlapping = { name: 'Heart', parameterCodes: ['LDL', 'CRP'] }
  expect(containedTest([checkup, thyroid, overlapping, unknown])).toBeUndefined()
  expect(containedTest([])).toBeUndefined()
})

const anyone = { genderSpecific: 'both', ageMin: null, ageMax: null } as const
const date = '2026-03-01'

describe('the restrictions of a package', () => {
  it('allow everybody when there are none', () => {
    expect(ineligibility(anyone, { gender: 'male', dateOfBirth: '1950-01-01' }, date)).toBeUndefined()
  })

  it('refuse a man a test for women, and a woman a test for men', () => {
    const man = { gender: 'male', dateOfBirth: null } as const
    const woman = { gender: 'female', dateOfBirth: null } as const
    expect(ineligibility({ ...anyone, genderSpecific: 'female' }, man, date)).toBe(
      'This test is for women only.',
    )
    expect(ineligibility({ ...anyone, genderSpecific: 'male' }, woman, date)).toBe(
      'This test is for men only.',
    )
  })

  it('allow a patient of another or an unknown gender', () => {
    for (const gender of ['other', null] as const) {
      expect(
        ineligibility({ ...anyone, genderSpecific: 'female' }, { gender, dateOfBirth: null }, date),
      ).toBeUndefined()
    }
  })

  it('use the age on the day of the collection, including both bounds [V2.2.3]', () => {
    const adult = { ...anyone, ageMin: 18, ageMax: 60 }
    const born = (dateOfBirth: string) => ineligibility(adult, { gender: null, dateOfBirth }, date)
    expect(born('2008-03-01')).toBeUndefined()
    expect(born('2008-03-02')).toBe('This test is for ages from 18.')
    expect(born('1965-03-02')).toBeUndefined()
    expect(born('1965-03-01')).toBe('This test is for ages up to 60.')
  })
})
