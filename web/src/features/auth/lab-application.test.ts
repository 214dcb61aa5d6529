import { expect, test } from 'vitest'
import { labApplication } from './lab-application'

const whole = {
  organizationName: 'Godavari Labs',
  email: 'godavari@labs.example',
  phone: '98250 55555',
  address: '7 College Road, Nashik',
  password: 'a-secret',
  confirmation: 'a-secret',
}

test('a whole application is taken', () => {
  expect(labApplication.safeParse(whole).success).toBe(true)
})

test.each(Object.keys(whole))('%s is required', (name) => {
  const { error } = labApplication.safeParse({ ...whole, [name]: '' })
  expect(error?.issues.map(({ path }) => path[0])).toContain(name)
})
