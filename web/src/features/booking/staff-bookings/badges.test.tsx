import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OutcomeBadge } from './badges'

const samples = { outcome: 'nobody-home' } as const
type Bookings = Parameters<typeof OutcomeBadge>[0]['bookings']

function shownFor(status: string): string | null {
  return render(<OutcomeBadge bookings={[{ status, samples }] as unknown as Bookings} />).container
    .textContent
}

test('the lab sees why nothing was drawn at a visit, for as long as the visit is open', () => {
  expect(shownFor('confirmed')).toBe('Nobody home')
  expect(shownFor('cancelled')).toBe('')
})
