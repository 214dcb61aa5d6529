import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { Overview } from './overview'

const none = { rows: [], data: undefined, loading: false }
vi.mock('@/features/booking/bookings-calls', () => ({
  useBookings: () => none,
  useBookingCounts: () => ({}),
  useBookingsSummary: () => undefined,
}))
vi.mock('@/features/account/labs-calls', () => ({ useAllLabs: () => none, useTopLabs: () => none }))
vi.mock('@/features/booking/prescriptions-calls', () => ({ useAllPrescriptions: () => none }))
vi.mock('./totals', async (original) => ({ ...(await original<object>()), PlatformSummary: () => null }))

function show(staffRole: StaffRole) {
  renderScreen(<Overview onTab={() => {}} />, { user: { id: 'u1', role: 'admin', staffRole } })
  return screen.queryByRole('link', { name: 'Urgent calls' })
}

test('medical admins get to the urgent calls also while none is open', () => {
  expect(show('medical')?.getAttribute('href')).toBe('/admin/critical')
})

test('admins who do not call customers have no link to the calls', () => {
  expect(show('support')).toBeNull()
})
