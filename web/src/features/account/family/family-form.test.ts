import { expect, it } from 'vitest'
import {
  addFamilyMemberSchema,
  emptyFamilyForm,
  profileFamilyMemberSchema,
  toFamilyRequest,
} from './family-form'

const missing = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  result.error?.issues.map(({ path }) => path[0]) ?? []

it('the form of a family member requires name, relationship and gender in the add dialog, name and relationship on the profile [S5.1]', () => {
  expect(missing(addFamilyMemberSchema.safeParse(emptyFamilyForm))).toEqual([
    'name',
    'relationship',
    'gender',
  ])
  expect(missing(profileFamilyMemberSchema.safeParse(emptyFamilyForm))).toEqual(['name', 'relationship'])
})

it('the form of a family member sends the optional date of birth and phone as an ISO date or null [S5.1]', () => {
  const form = { ...emptyFamilyForm, name: 'Usha', relationship: 'Mother', gender: 'female' }
  expect(addFamilyMemberSchema.safeParse(form).success).toBe(true)
  expect(toFamilyRequest(form)).toMatchObject({ dateOfBirth: null, phone: null, gender: 'female' })
  expect(toFamilyRequest({ ...form, dateOfBirth: '1961-02-28' }).dateOfBirth).toBe('1961-02-28')
})
