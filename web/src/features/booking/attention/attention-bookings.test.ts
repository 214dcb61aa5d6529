import { expect, it } from 'vitest'
import { snoozedUntil } from './attention-bookings'

it('a booking is put off for an hour, until nine in the morning of the next day in India, or for three days', () => {
  // 1:00 am on 22 November in India
  const now = new Date('2026-11-21T19:30:00Z')
  expect(snoozedUntil('hour', now).toISOString()).toBe('2026-11-21T20:30:00.000Z')
  expect(snoozedUntil('tomorrow', now).toISOString()).toBe('2026-11-23T03:30:00.000Z')
  expect(snoozedUntil('days', now).toISOString()).toBe('2026-11-24T19:30:00.000Z')
})
