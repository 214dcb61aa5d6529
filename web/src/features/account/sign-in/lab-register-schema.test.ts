import { expect, test } from 'vitest'
import { labRegisterSchema } from './lab-register-schema'

const complete = {
  organizationName: 'Godavari Labs',
  email: 'godavari@labs.example',
  phone: '98250 55555',
  address: '7 College Road, Nashik',
  password: 'a-secret',
  confirmation: 'a-secret',
}

test('accepts a complete application', () => {
  expect(labRegisterSchema.safeParse(complete).success).toBe(true)
})

test.each(Object.keys(complete))('%s is required [S2.11.2]', (name) => {
  const { error } = labRegisterSchema.safeParse({ ...complete, [name]: '' })
  expect(error?.issues.map(({ path }) => path[0])).toContain(name)
})
