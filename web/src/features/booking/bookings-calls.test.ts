import { expect, it, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { assignLab, matchesFilters } from './bookings-calls'

it('a lab that is assigned again is the same request after a lost answer, and another one after the booking changed', async () => {
  const keys: unknown[] = []
  const fetchMock = vi.fn<typeof fetch>(async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    if (keys.length !== 2) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(createBooking()))
  })
  vi.stubGlobal('fetch', fetchMock)
  const seen = { id: 'b1', position: 7 }
  await expect(assignLab(seen, 'lab-a')).rejects.toThrow('Failed to fetch')
  await assignLab(seen, 'lab-a')
  expect(keys[1]).toBe(keys[0])

  // the answer is lost; another admin assigns lab B; this one sees it, and wants lab A again
  await expect(assignLab(seen, 'lab-a')).rejects.toThrow('Failed to fetch')
  await expect(assignLab({ ...seen, position: 9 }, 'lab-a')).rejects.toThrow('Failed to fetch')
  expect(new Set(keys).size).toBe(3)
})

const booking = createBooking({ id: '1fbcdcc7-0000', orderNumber: 'JN-2026-000042' })
const matches = (query: string, row = booking) => matchesFilters(row, new URLSearchParams(query))

it('a booking matches the filter text by a part of the name, the end of the order number or the beginning of the id', () => {
  expect(matches('q=blood')).toBe(true)
  expect(matches('q=000042')).toBe(true)
  expect(matches('q=jn-2026-000042')).toBe(true)
  expect(matches('q=1FBC')).toBe(true)
  expect(matches('q=JN-2026')).toBe(false)
  expect(matches('q=bcdcc')).toBe(false)
  expect(matches('q=+')).toBe(true)
})

it('a booking matches the filter text by the person, phone and area that the row says, with or without country code and spaces', () => {
  const known = { patientName: 'Ramesh Patel', contactNumber: '+919999900001', area: '380009 Ahmedabad' }
  const row = createBooking(known)
  for (const q of ['ramesh', 'PATEL', '99999 00001', '%2B91 99999 00001', '380009', 'ahmed'])
    expect(matches(`q=${q}`, row), q).toBe(true)
  for (const q of ['amesh', '00001', 'ra', 'surat']) expect(matches(`q=${q}`, row), q).toBe(false)
})

it('a booking matches the filter text if the API found it: a listed row stays, whatever it was found by', () => {
  expect(matchesFilters(booking, new URLSearchParams('q=navrangpura'), true)).toBe(true)
  expect(matchesFilters(booking, new URLSearchParams('q=navrangpura&slot=10:00-12:00'), true)).toBe(false)
})

it('a booking matches the filter one of the statuses', () => {
  expect(matches('status=pending')).toBe(true)
  expect(matches('status=confirmed,pending')).toBe(true)
  expect(matches('status=confirmed,completed')).toBe(false)
})

it('a booking matches the filter dates including both ends; an instant booking by the date in India on which it was placed', () => {
  expect(matches('from=2026-11-22&to=2026-11-22')).toBe(true)
  expect(matches('from=2026-11-23')).toBe(false)
  expect(matches('to=2026-11-21')).toBe(false)
  const instant = createBooking({
    scheduledDate: null,
    scheduledTime: null,
    createdAt: '2026-11-20T19:00:00.000Z',
  })
  expect(matches('from=2026-11-21&to=2026-11-21', instant)).toBe(true)
})

it('a booking matches the filter slot and type by equality', () => {
  expect(matches('slot=08:00-10:00&type=scheduled')).toBe(true)
  expect(matches('slot=10:00-12:00')).toBe(false)
  expect(matches('type=instant')).toBe(false)
})

it('a booking matches the filter the lab that it is assigned to, so that it leaves the list when another one is', () => {
  const lab = '5ab0a000-0000-4000-8000-000000000001'
  expect(matches(`lab=${lab}`, createBooking({ labPartnerId: lab }))).toBe(true)
  expect(matches(`lab=${lab}`, createBooking({ labPartnerId: null }))).toBe(false)
})
