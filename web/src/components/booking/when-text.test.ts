import { expect, test } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import { paymentTexts, whenText } from './when-text'

test('a booking tells its date and its time slot', () => {
  const text = whenText(aBooking({ scheduledDate: '2026-11-22', scheduledTime: '08:00-10:00' }))
  expect(text).toContain('22 Nov 2026')
  expect(text).toContain('8:00–10:00 am')
})

test('an instant booking tells its promise, and its day once it is past', () => {
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
  expect(whenText(aBooking({ ...instant, status: 'confirmed' }))).toBe('Instant: within 2 to 4 hours')
  const past = aBooking({ ...instant, status: 'completed', createdAt: '2026-11-13T04:52:00.000Z' })
  expect(whenText(past)).toBe('Instant, 13 Nov 2026')
})

test('each payment method has its words', () => {
  expect(paymentTexts).toEqual({
    'cash-on-collection': 'Cash on Collection',
    upi: 'UPI',
    card: 'Credit/Debit Card',
  })
})
