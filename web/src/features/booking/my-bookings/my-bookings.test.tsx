import type { BookingView } from '@jaanch/booking/booking-view'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { changeBookingStatus } from '@/features/booking/bookings-calls'
import { createBooking } from '@/testing/fixtures'
import { cancelVisit } from './calls'
import { BookingList } from './my-bookings'

let rows: BookingView[]
vi.mock('@/features/booking/bookings-calls', () => ({
  useOwnBookings: () => ({ rows, loading: false, hasMore: false, more: () => {}, failed: false }),
  changeBookingStatus: vi.fn(),
}))
vi.mock('./calls', () => ({ cancelVisit: vi.fn() }))
vi.mock('@/lib/session/session-context', () => ({ useUser: () => ({ role: 'customer' }) }))
vi.mock('@/features/booking/messages/calls', () => ({ useUnreadMessages: () => 0 }))
vi.mock('@/features/booking/prescriptions-calls', () => ({
  useOwnPrescriptions: () => ({ rows: [], loading: false, hasMore: false }),
}))

const inVisit = { visitId: '1a2b3c4d', visitSize: 2, status: 'confirmed' } as const
const mine = createBooking({ ...inVisit, id: 'b1' })
const hers = createBooking({
  ...inVisit,
  id: 'b2',
  familyMember: { name: 'Kamala', relationship: 'Mother' },
  packageName: 'Lipid Profile',
  packages: [
    { id: 'p2', name: 'Lipid Profile' },
    { id: 'p3', name: 'TSH' },
  ],
  finalAmount: 700,
})

function show(linked?: BookingView) {
  const list = () => (
    <MemoryRouter>
      <BookingList tab="upcoming" linked={linked} onShowAll={() => {}} />
    </MemoryRouter>
  )
  const { rerender } = render(list())
  return () => rerender(list())
}

afterEach(() => {
  vi.clearAllMocks()
})

test('a booking whose report is released leads to it, although its lab has not completed it', () => {
  const reportReleasedAt = '2026-11-20T10:00:00.000Z'
  rows = [createBooking({ id: 'b3', status: 'lab-processing', reportReleasedAt })]
  show()
  expect(screen.getByText('Report ready', { selector: 'article > div:first-child *' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^View Report/ }).getAttribute('href')).toContain('b3')
})

test('a visit of several people is one card with time, people, status and total, which opens', async () => {
  rows = [mine, hers]
  show()
  const card = screen.getByRole('article', { name: 'Visit for 2 people' })
  for (const text of ['22 Nov 2026, 8:00–10:00 am', 'Myself, Kamala (Mother)', 'Confirmed', '₹999']) {
    expect(within(card).getByText(text)).toBeTruthy()
  }
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await userEvent.click(within(card).getByRole('button', { name: /Show each person/, expanded: false }))
  const row = within(card).getByRole('article', { name: 'Lipid Profile' })
  expect(within(row).getByText('and TSH')).toBeTruthy()
})

test('all are cancelled together, or one person alone, after a question that names them', async () => {
  rows = [mine, hers]
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel visit' }))
  expect(screen.getByText(/^Myself, Kamala \(Mother\): nobody will come/)).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel visit' }))
  expect(cancelVisit).toHaveBeenCalledExactlyOnceWith('b1')

  await userEvent.click(screen.getByRole('button', { name: /Show each person/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel Lipid Profile + 1 for Kamala (Mother)' }))
  expect(
    screen.getByText(
      /^Kamala \(Mother\), Lipid Profile \+ 1: no sample .* The visit still takes place for Myself\./,
    ),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  expect(changeBookingStatus).toHaveBeenCalledExactlyOnceWith('b2', 'cancelled', 'customer-request')
})

test('an open card has one timeline, one Move and one calendar for all, and what to do before the visit', async () => {
  rows = [mine, { ...hers, fastingHours: 10 }]
  show()
  await userEvent.click(screen.getByRole('button', { name: /Show each person/ }))
  expect(screen.getAllByRole('list', { name: 'Progress' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /Move visit/ })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: /Add to calendar/ })).toHaveLength(1)
  expect(
    within(screen.getByRole('list', { name: 'Before the visit' })).getByText(
      /^Last meal by 10:00 pm on Sat 21 Nov/,
    ),
  ).toBeTruthy()
})

test('a pending booking says why it has no button to cancel', () => {
  rows = [createBooking()]
  show()
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  expect(screen.getByText(/^It can be cancelled once the lab has confirmed it\./)).toBeTruthy()
})

test('a booking that arrives lands in the card of its visit, and one that leaves the tab leaves it', () => {
  rows = [mine]
  const again = show()
  expect(screen.getByText('Visit of 2, #1a2b3c4d')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel visit' })).toBeNull()
  rows = [hers, mine]
  again()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByRole('article', { name: 'Visit for 2 people' })).toBeTruthy()
  rows = [{ ...mine, status: 'pending' }, hers]
  again()
  expect(screen.getByText('Pending')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel visit' })).toBeNull()
  expect(screen.getByText(/^It can be cancelled once the lab has confirmed all of its people\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support')
  rows = [hers]
  again()
  expect(screen.getByRole('article', { name: 'Lipid Profile' })).toBeTruthy()
})

test('a link to a booking opens the card of its visit and highlights the booking', () => {
  const other = createBooking({ id: 'b3', packageName: 'TSH' })
  rows = [other, mine, hers]
  show(hers)
  const [first] = screen.getAllByRole('article')
  expect(first).toBe(screen.getByRole('article', { name: 'Visit for 2 people' }))
  expect(document.activeElement?.textContent).toBe('Lipid Profile')
  expect(screen.getByRole('article', { name: 'TSH' })).toBeTruthy()
})
