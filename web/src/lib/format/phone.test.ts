import { phone } from '@jaanch/contracts/http/phone'
import { expect, test } from 'vitest'
import { looksLikePhone } from './phone'

test.each([
  '98250 12345',
  '+91 98250-12345',
  '(079) 2658 0000',
  '1234567',
  '123456',
  '12+34567',
  'call me',
  '',
])('what it says of %j is what the API says', (typed) => {
  expect(looksLikePhone(typed)).toBe(phone.safeParse(typed).success)
})
