import { describe, expect, it } from 'vitest'
import { ineligibility } from './eligibility.ts'

const anyone = { genderSpecific: 'both', ageMin: null, ageMax: null } as const
const date = '2026-03-01'

describe('a package and its patient', () => {
  it('takes anyone where it restricts nothing', () => {
    expect(ineligibility(anyone, { gender: 'male', dateOfBirth: '1950-01-01' }, date)).toBeUndefined()
  })

  it('refuses a man a test for women, and a woman one for men', () => {
    const man = { gender: 'male', dateOfBirth: null } as const
    const woman = { gender: 'female', dateOfBirth: null } as const
    expect(ineligibility({ ...anyone, genderSpecific: 'female' }, man, date)).toBe(
      'This test is for women only.',
    )
    expect(ineligibility({ ...anyone, genderSpecific: 'male' }, woman, date)).toBe(
      'This test is for men only.',
    )
  })

  it('leaves it to a patient of another or an unknown gender', () => {
    for (const gender of ['other', null] as const) {
      expect(
        ineligibility({ ...anyone, genderSpecific: 'female' }, { gender, dateOfBirth: null }, date),
      ).toBeUndefined()
    }
  })

  it('counts ages on the day of the collection, bounds included', () => {
    const adult = { ...anyone, ageMin: 18, ageMax: 60 }
    const born = (dateOfBirth: string) => ineligibility(adult, { gender: null, dateOfBirth }, date)
    expect(born('2008-03-01')).toBeUndefined()
    expect(born('2008-03-02')).toBe('This test is for ages from 18.')
    expect(born('1965-03-02')).toBeUndefined()
    expect(born('1965-03-01')).toBe('This test is for ages up to 60.')
  })
})
