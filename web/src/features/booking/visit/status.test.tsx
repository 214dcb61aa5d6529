import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StatusBadge } from './status'

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
