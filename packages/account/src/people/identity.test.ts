import { expect, it } from 'vitest'
import { changedIdentity, correctionText, identityAt } from './identity.ts'

const ravi = { name: 'Ravi Rao', dateOfBirth: null, sex: 'male' } as const

it('finds which details of a person become others; a birth date that was not known before is only added', () => {
  expect(changedIdentity(ravi, ravi)).toEqual([])
  expect(changedIdentity(ravi, { ...ravi, dateOfBirth: '1960-02-29' })).toEqual([])
  expect(changedIdentity(ravi, { name: 'Sunita Rao', dateOfBirth: null, sex: 'female' })).toEqual([
    'name',
    'sex',
  ])
  expect(changedIdentity(ravi, { ...ravi, sex: null })).toEqual(['sex'])
})

it('a person is known as at any instant: before each edit, and after the last', () => {
  const former = [
    { ...ravi, name: 'R Rao', until: '2026-08-01T10:00:00.000Z' },
    { ...ravi, until: '2026-08-03T10:00:00.000Z' },
  ]
  const present = { ...ravi, sex: 'female' } as const
  const nameAndSexAt = (at: string) => {
    const { name, sex } = identityAt(present, former, at)
    return [name, sex]
  }
  expect(nameAndSexAt('2026-07-31T00:00:00.000Z')).toEqual(['R Rao', 'male'])
  expect(nameAndSexAt('2026-08-01T10:00:00.000Z')).toEqual(['Ravi Rao', 'male'])
  expect(identityAt(present, former, '2026-08-03T10:00:00.000Z')).toEqual(present)
  expect(identityAt(present, [], '2026-01-01T00:00:00.000Z')).toEqual(present)
})

it('a document names the corrected details of a patient by the day of their last correction', () => {
  expect(correctionText({})).toBeNull()
  expect(correctionText({ sex: '2026-08-03', name: '2026-08-03' })).toBe(
    'Patient details corrected on 3 Aug 2026 (name, sex)',
  )
  expect(correctionText({ name: '2026-09-12', dateOfBirth: '2026-08-03' })).toBe(
    'Patient details corrected on 3 Aug 2026 (birth date) and 12 Sep 2026 (name)',
  )
})
