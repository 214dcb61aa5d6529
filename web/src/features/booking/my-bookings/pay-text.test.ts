import { expect, test } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { payText } from './order-dialog'

test.each([
  ['cash-on-collection', 'Please pay ₹299 in cash when your sample is collected.'],
  ['upi', 'Please pay ₹299 by UPI when your sample is collected.'],
  ['card', 'Please pay ₹299 by credit or debit card when your sample is collected.'],
] as const)('says how much to pay by %s', (paymentMethod, text) => {
  expect(payText(createBooking({ paymentMethod }))).toBe(text)
})

test('says that nothing is left to pay for a paid booking', () => {
  expect(payText(createBooking({ paymentStatus: 'paid' }))).toBe(
    '₹299 is paid. There is nothing left to pay.',
  )
})
