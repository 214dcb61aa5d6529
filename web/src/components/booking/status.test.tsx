import type { BookingBadge } from '@jaanch/contracts/vocabulary'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { nextStatus, StatusBadge } from './status'

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

describe('the badge of a booking', () => {
  it.each(Object.entries(labels))('shows the status %s as %s, with an icon [S4.1]', (status, label) => {
    const { container } = render(<StatusBadge status={status as BookingBadge} />)
    expect(screen.getByText(label)).toBeTruthy()
    expect(container.querySelector('svg'), 'an icon beside the colour').not.toBeNull()
  })
})

describe('the next status of a booking', () => {
  it('is one step along the path of the lab, and undefined at its end and outside it [S2.12.3]', () => {
    expect(nextStatus('pending')).toBe('confirmed')
    expect(nextStatus('confirmed')).toBe('sample-collection')
    expect(nextStatus('sample-collection')).toBe('lab-processing')
    expect(nextStatus('lab-processing')).toBe('completed')
    expect(nextStatus('completed')).toBeUndefined()
    expect(nextStatus('cancelled')).toBeUndefined()
    expect(nextStatus('pending_customer_confirmation')).toBeUndefined()
  })
})
