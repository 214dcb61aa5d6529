import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { beforeVisitTexts } from './before-visit'

const visit = { scheduledDate: '2026-11-28', scheduledTime: '08:00-10:00' } as const

it('the advice before a visit names the last meal by the strictest test of all people', () => {
  const fasts = [10, null, 8].map((fastingHours) => createBooking({ ...visit, fastingHours }))
  expect(beforeVisitTexts(fasts).fasting).toBe(
    'Last meal by 10:00 pm on Fri 27 Nov, then nothing but water for 10 hours',
  )
  expect(beforeVisitTexts([createBooking({ ...visit, fastingHours: 0 })]).fasting).toBe(
    'Last meal by 8:00 pm on Fri 27 Nov, then nothing but water for 8 to 12 hours',
  )
})

it('the advice before a visit names the minute before midnight, and no clock for an instant collection', () => {
  const late = createBooking({ ...visit, scheduledTime: '10:00-12:00', fastingHours: 10 })
  expect(beforeVisitTexts([late]).fasting).toContain('Last meal by 11:59 pm on Fri 27 Nov')
  const instant = { collectionType: 'instant', scheduledDate: null, scheduledTime: null } as const
  expect(beforeVisitTexts([createBooking({ ...instant, fastingHours: 8 })]).fasting).toBe(
    'Fasting: nothing but water for 8 hours before the collection',
  )
  expect(beforeVisitTexts([createBooking(visit)]).fasting).toBeUndefined()
})

it('the advice before a visit asks for cash only as far as it is due, and for a prescription that there is', () => {
  expect(beforeVisitTexts([createBooking(visit), createBooking(visit)]).ready).toBe(
    'Have ready: identity documents, ₹598 in cash, drinking water',
  )
  expect(
    beforeVisitTexts([createBooking({ ...visit, paymentMethod: 'upi', prescriptionId: 'rx1' })]).ready,
  ).toBe('Have ready: an identity document, your prescription, drinking water')
})
