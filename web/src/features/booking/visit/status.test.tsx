import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { render, screen } from '@testing-library/react'
import { expect, it, test } from 'vitest'
import { reportExpectedText, StatusBadge } from './status'

const labels: Record<BookingBadge, string> = {
  pending: 'Pending',
  pending_customer_confirmation: 'Awaiting Confirmation',
  confirmed: 'Confirmed',
  'sample-collection': 'Sample Collection',
  'lab-processing': 'Lab Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
  sample_collected: 'Sample Collected',
  'in-progress': 'In Progress',
  collecting: 'Collecting',
  'action-required': 'Action Required',
}

it.each(Object.entries(labels))(
  'a booking with the status %s has the badge %s, with an icon [S4.1]',
  (status, label) => {
    const { container } = render(<StatusBadge status={status as BookingBadge} />)
    expect(screen.getByText(label)).toBeTruthy()
    expect(container.querySelector('svg'), 'an icon beside the colour').not.toBeNull()
  },
)

const expected = {
  likelyBy: '2026-11-27T10:30:00.000Z',
  latestBy: '2026-11-28T04:45:00.000Z',
  isLate: false,
}
const said = (changes: Partial<typeof expected>, now: string) =>
  reportExpectedText({ ...expected, ...changes }, new Date(now))

test('a report is expected by one time, at the latest by another, in India', () => {
  expect(said({}, '2026-11-26T10:00:00Z')).toBe(
    'Report expected by Fri 27 Nov, 4 pm; at the latest Sat 28 Nov, 10:15 am',
  )
})

test('two times on the same day name the day once', () => {
  expect(said({ latestBy: '2026-11-27T12:30:00.000Z' }, '2026-11-26T10:00:00Z')).toBe(
    'Report expected by Fri 27 Nov, 4 pm; at the latest 6 pm',
  )
})

test('after the first time, or if both are the same, one is said', () => {
  const one = 'Report expected by Sat 28 Nov, 10:15 am'
  expect(said({}, '2026-11-27T11:00:00Z')).toBe(one)
  expect(said({ likelyBy: expected.latestBy }, '2026-11-26T10:00:00Z')).toBe(one)
})

test('a report that is later than it was told says the new time, and none once that has passed too', () => {
  expect(said({ isLate: true }, '2026-11-28T04:00:00Z')).toBe(
    'Report: later than expected, now by Sat 28 Nov, 10:15 am',
  )
  expect(said({}, '2026-11-28T05:00:00Z')).toBe('Report: later than expected')
})
