import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StatusBadge } from './status-badge'

afterEach(cleanup)

const words: Record<BookingBadge, string> = {
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

test.each(Object.entries(words))('the status %s has a badge that says %s', (status, word) => {
  const { container } = render(<StatusBadge status={status as BookingBadge} />)
  expect(screen.getByText(word)).toBeTruthy()
  expect(container.querySelector('svg'), 'an icon beside the colour').not.toBeNull()
})
