import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SessionUser } from '@/lib/session/session-context'
import { renderScreen } from '@/testing/render-screen'
import type { BookedSummary } from '../draft'
import { ConfirmationStep, UnverifiedContacts } from './confirmation-step'

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

function show(user: Partial<SessionUser>) {
  const asha = { id: 'c1', role: 'customer' as const, email: 'asha@example.in', phone: '+919812345678' }
  return renderScreen(<UnverifiedContacts />, {
    user: { ...asha, isEmailProven: true, isPhoneProven: true, ...user },
  })
}

test('each address that is not verified is named, with the way to verify it', async () => {
  show({ isEmailProven: false, isPhoneProven: false })
  expect(screen.getByText('asha@example.in is not verified: nothing is sent there.')).toBeTruthy()
  expect(screen.getByText('+91 98123 45678 is not verified: nothing is sent there.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verify asha@example.in' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('without a phone number, it leads to the profile; with verified addresses it says nothing', () => {
  const { container } = show({})
  expect(container.textContent).toBe('')
  show({ phone: null, isPhoneProven: false })
  expect(screen.getByRole('link', { name: 'Add a phone number' }).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('button')).toBeNull()
})
