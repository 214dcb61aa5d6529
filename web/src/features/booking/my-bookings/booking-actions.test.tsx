import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { confirmOrder } from './calls'
import { BookingRow } from './visit-row'

const ordered = createBooking({ id: 'ordered', status: 'lab-processing', orderNumber: 'JN-2026-000007' })
const again = createBooking({
  id: 'again',
  status: 'pending_customer_confirmation',
  scheduledDate: '2999-01-05',
  finalAmount: 0,
  paymentStatus: 'paid',
  recollection: { of: 'ordered', attempt: 1 },
  timeline: [{ status: 'pending_customer_confirmation', at: '2026-11-20T10:00:00.000Z', actor: 'system' }],
})
vi.mock('@/features/booking/bookings-calls', () => ({
  useBooking: (id: string) => ({ data: id === 'ordered' ? ordered : again, loading: false }),
}))
vi.mock('./calls', () => ({ confirmOrder: vi.fn(async () => ({})), declineOrder: vi.fn() }))
vi.mock('@/lib/session/session-context', () => ({ useUser: () => ({ role: 'customer' }) }))
vi.mock('@/features/booking/messages/calls', () => ({ useUnreadMessages: () => 0 }))
const confirmed = vi.mocked(confirmOrder)
const review = vi.fn()

function show(change = {}) {
  render(
    <MemoryRouter>
      <BookingRow booking={{ ...again, ...change }} onReview={review} />
    </MemoryRouter>,
  )
}
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.clearAllMocks()
})

test('a new sample is confirmed for the proposed time with one press of its card, which says that it is free and what it belongs to', async () => {
  show()
  expect(screen.getByText('New sample needed – free of charge')).toBeTruthy()
  expect(screen.getByText('Free')).toBeTruthy()
  expect(screen.getByText('Nothing to pay')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Belongs to Order JN-2026-000007' })
  expect(link.getAttribute('href')).toBe('/booking?id=ordered')
  expect(screen.queryByRole('button', { name: /Receipt/ })).toBeNull()
  press(/^Confirm/)
  await waitFor(() => expect(confirmed).toHaveBeenCalledWith('again', {}))
})

test('another time is chosen in the dialog of orders', async () => {
  show()
  press(/^Another time/)
  expect(review).toHaveBeenCalledWith('again')
})

test('the card of the order says that its sample was rejected, and what is paid back', () => {
  show({
    ...ordered,
    paymentStatus: 'paid',
    recollections: [{ bookingId: 'again', packageIds: ['p1'] }],
    refund: { amount: 299, isSettled: false },
  })
  expect(screen.getByRole('link', { name: 'Sample rejected – new collection offered' })).toBeTruthy()
  expect(screen.getByText('₹299 to be paid back')).toBeTruthy()
  expect(screen.getByText(/We will call you about the refund/)).toBeTruthy()
})

test('the card of an order that nobody has paid does not ask for the money of rejected samples', () => {
  show({ ...ordered, recollection: null, refund: { amount: ordered.finalAmount, isSettled: true } })
  expect(screen.getByText('Cash on Collection, nothing to pay')).toBeTruthy()
  expect(screen.getByText(/not to be paid/)).toBeTruthy()
})

test('a cancelled booking says that what was paid goes back only if it was paid; its refund is in a list that does not speak of rejected samples', () => {
  const cancelled = createBooking({ status: 'cancelled', refund: { amount: 299, isSettled: false } })
  show({ ...cancelled, paymentStatus: 'paid' })
  expect(screen.getByText(/^What you paid for this booking goes back to you/)).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'New collections and refunds' }))
  expect(list.getByText('₹299 to be paid back')).toBeTruthy()
  cleanup()
  show({ ...cancelled, paymentStatus: 'pending' })
  expect(screen.queryByText(/goes back to you/)).toBeNull()
  expect(screen.getByText(/We will call you about the refund/)).toBeTruthy()
})
