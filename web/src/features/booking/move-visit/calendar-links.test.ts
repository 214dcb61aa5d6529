import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { googleCalendarUrl } from './calendar-links'

const datesOf = (changes: Parameters<typeof createBooking>[0]) =>
  new URL(googleCalendarUrl(createBooking(changes), 'https://jaanch.example')).searchParams.get('dates')

it('Google Calendar gets the slot in UTC, and four hours from the booking on for an instant collection', () => {
  expect(datesOf({})).toBe('20261122T023000Z/20261122T043000Z')
  expect(datesOf({ scheduledTime: '09:00' })).toBe('20261122T033000Z/20261122T053000Z')
  expect(datesOf({ scheduledDate: null, scheduledTime: null })).toBe('20261120T100000Z/20261120T140000Z')
  const url = new URL(
    googleCalendarUrl(
      createBooking({ packageName: 'HIV 1 & 2 Antibody', orderNumber: 'JN-2026-000123' }),
      'https://jaanch.example',
    ),
  )
  expect(url.origin).toBe('https://calendar.google.com')
  expect(url.searchParams.get('text')).toBe('Jaanch: your visit (JN-2026-000123)')
  expect(decodeURIComponent(url.href)).not.toContain('HIV')
})
