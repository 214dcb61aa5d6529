import type { AddressView } from '@jaanch/account/people/api'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { confirmOrder } from './calls'
import { OrderDialog, payText } from './order-dialog'

let addresses: Partial<AddressView>[]
vi.mock('@/features/booking/bookings-calls', () => ({
  useBooking: () => ({ data: undefined, loading: false }),
}))
vi.mock('@/features/booking/move-visit/calls', () => ({
  useBookingSchedule: () => ({ data: { pincode: null, packageIds: ['p1'], people: 1 }, loading: false }),
}))
vi.mock('./calls', () => ({ confirmOrder: vi.fn(async () => ({})), declineOrder: vi.fn() }))
vi.mock('@/features/account/people-calls', () => ({
  useAddresses: () => ({ rows: addresses, loading: false }),
}))
vi.mock('@/features/booking/slots-calls', () => ({ useSlots: () => ({ slots: undefined, loading: false }) }))
const confirmed = vi.mocked(confirmOrder)

const home = {
  id: 'home',
  label: 'Home',
  addressLine1: '1 Ring Road',
  city: 'Surat',
  pincode: '395003',
} as const
const office = { ...home, id: 'office', label: 'Office', addressLine1: '9 Mill Road' } as const
const order = createBooking({
  status: 'pending_customer_confirmation',
  scheduledDate: '2999-01-05',
  scheduledTime: '09:00',
})
const show = (change = {}) =>
  render(<OrderDialog booking={{ ...order, ...change }} prescription={undefined} onClose={vi.fn()} />)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  confirmed.mockClear()
  addresses = [home, office]
})

test('an order is confirmed at the address that is shown, at its proposed time', async () => {
  show()
  expect(screen.getByRole('radio', { name: /^Home.*1 Ring Road, Surat, 395003/, checked: true })).toBeTruthy()
  press('Confirm Order')
  await waitFor(() => expect(confirmed).toHaveBeenCalledWith('b1', { addressId: 'home' }))
})

test('another address and another time can be chosen; half a choice is not sent', async () => {
  show()
  fireEvent.click(screen.getByRole('radio', { name: /^Office/ }))
  press('Change time')
  press('Confirm Order')
  expect(confirmed).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('radio', { name: /4:00–6:00 pm/ }))
  press('Confirm Order')
  const time = { scheduledDate: '2999-01-05', scheduledTime: '16:00-18:00', holdId: null }
  await waitFor(() => expect(confirmed).toHaveBeenCalledWith('b1', { addressId: 'office', ...time }))
})

test('an order without an address needs one; one whose time is over needs another', () => {
  addresses = []
  show({ scheduledDate: '2020-01-01' })
  expect(screen.getByText('The proposed time is over: please choose another one.')).toBeTruthy()
  expect(screen.getByText('We have no address of yours yet.')).toBeTruthy()
  press('Confirm Order')
  expect(confirmed).not.toHaveBeenCalled()
})

test.each([
  ['cash-on-collection', 'Please pay ₹299 in cash when your sample is collected.'],
  ['upi', 'Please pay ₹299 by UPI when your sample is collected.'],
  ['card', 'Please pay ₹299 by credit or debit card when your sample is collected.'],
] as const)('says how much to pay by %s', (paymentMethod, text) => {
  expect(payText(createBooking({ paymentMethod }))).toBe(text)
})

test('says that nothing is left to pay for a paid booking', () => {
  expect(payText(createBooking({ paymentStatus: 'paid' }))).toBe(
    '₹299 is paid. There is nothing left to pay.',
  )
})
