import { phone } from '@jaanch/contracts/http/phone'
import { expect, it } from 'vitest'
import { looksLikePhone } from './phone-check'

it.each([
  '98250 12345',
  '+91 98250-12345',
  '(079) 2658 0000',
  '1234567',
  '9876543210.0',
  '9876543210.5',
  '9876543210 12',
  '९८७६५ ४३२१०',
  '\u202a+919876543210\u202c',
  '98765–43210',
  '123456',
  '12+34567',
  'call me',
  '',
])('the quick check of a phone number of %j has the same result as the API', (typed) => {
  expect(looksLikePhone(typed)).toBe(phone.safeParse(typed).success)
})
