import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import type { BookedSummary } from '../draft'
import { ConfirmationStep } from './confirmation-step'

vi.mock('@/features/booking/bookings-calls', () => ({ useBooking: () => ({}) }))

const booked: BookedSummary = {
  ...{ id: 'b1', packageName: 'Complete Blood Count', familyMember: null, collectionType: 'scheduled' },
  ...{ scheduledDate: '2026-12-01', scheduledTime: '08:00-10:00', street: '12 MG Road', city: 'Ahmedabad' },
  ...{ paymentMethod: 'cash-on-collection', total: 299, people: [], fastingHours: null },
}

test('the note on SMS and e-mail follows what is true: what is not verified stands first, with the way to verify it', () => {
  const asha = { email: 'asha@example.in', phone: '+919812345678', isEmailProven: false, isPhoneProven: true }
  renderScreen(<ConfirmationStep booked={booked} />, { user: { role: 'customer', ...asha } })
  const note = screen.getByText('A confirmation will reach you by SMS and e-mail.')
  for (const before of [
    screen.getByText('asha@example.in is not verified: nothing is sent there.'),
    screen.getByRole('button', { name: 'Verify asha@example.in' }),
  ])
    expect(before.compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
