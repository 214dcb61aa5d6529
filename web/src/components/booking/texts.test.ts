import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { paymentTexts, whenText } from './texts'

it('the collection time of a booking is shown as its date and time slot [S2.13.1]', () => {
  const text = whenText(createBooking({ scheduledDate: '2026-11-22', scheduledTime: '08:00-10:00' }))
  expect(text).toContain('22 Nov 2026')
  expect(text).toContain('8:00–10:00 am')
})

it('the collection time of a booking is shown for an instant booking as what is promised, and as its date after it has ended', () => {
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
  expect(whenText(createBooking({ ...instant, status: 'confirmed' }))).toBe('Instant: within 2 to 4 hours')
  const ended = createBooking({ ...instant, status: 'completed', createdAt: '2026-11-13T04:52:00.000Z' })
  expect(whenText(ended)).toBe('Instant, 13 Nov 2026')
})

it('a payment method has the text of the specification', () => {
  expect(paymentTexts).toEqual({
    'cash-on-collection': 'Cash on Collection',
    upi: 'UPI',
    card: 'Credit/Debit Card',
  })
})
