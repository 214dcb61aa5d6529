import { expect, it } from 'vitest'
import { changedIdentity, correctionText } from './identity.ts'

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

it('a document names the corrected details of a patient by the day of their last correction', () => {
  expect(correctionText({})).toBeNull()
  expect(correctionText({ sex: '2026-08-03', name: '2026-08-03' })).toBe(
    'Patient details corrected on 3 Aug 2026 (name, sex)',
  )
  expect(correctionText({ name: '2026-09-12', dateOfBirth: '2026-08-03' })).toBe(
    'Patient details corrected on 3 Aug 2026 (birth date) and 12 Sep 2026 (name)',
  )
})
