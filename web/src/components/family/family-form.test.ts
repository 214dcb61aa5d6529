import { expect, test } from 'vitest'
import { addForm, emptyForm, familyRequest, profileForm } from './family-form'

const missing = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  result.error?.issues.map(({ path }) => path[0]) ?? []

test('the add dialog asks for name, relationship and gender, the profile for name and relationship', () => {
  expect(missing(addForm.safeParse(emptyForm))).toEqual(['name', 'relationship', 'gender'])
  expect(missing(profileForm.safeParse(emptyForm))).toEqual(['name', 'relationship'])
})

test('date of birth and phone are optional: they travel as an ISO date or null', () => {
  const form = { ...emptyForm, name: 'Usha', relationship: 'Mother', gender: 'female' }
  expect(addForm.safeParse(form).success).toBe(true)
  expect(familyRequest(form)).toMatchObject({ dateOfBirth: null, phone: null, gender: 'female' })
  expect(familyRequest({ ...form, dateOfBirth: '1961-02-28' }).dateOfBirth).toBe('1961-02-28')
})
