import { expect, it } from 'vitest'
import { isNewsOver } from './news-ends.ts'

/** In India */
const at = (time: string) => new Date(`2026-11-${time}+05:30`)
const visit = { scheduledDate: '2026-11-21', scheduledTime: '08:00-10:00' }

it('a reminder to fast is of no use once the visit has begun, the collector’s coming on the day after; other news stays true', () => {
  expect(isNewsOver('fasting-reminder', visit, at('21T07:59'))).toBe(false)
  expect(isNewsOver('fasting-reminder', visit, at('21T08:00'))).toBe(true)
  expect(isNewsOver('sample-collection', visit, at('21T23:59'))).toBe(false)
  expect(isNewsOver('sample-collection', visit, at('22T00:00'))).toBe(true)
  expect(isNewsOver('booking-cancelled', visit, at('28T00:00'))).toBe(false)
  expect(isNewsOver('fasting-reminder', { scheduledDate: null, scheduledTime: null }, at('28T00:00'))).toBe(
    false,
  )
})
