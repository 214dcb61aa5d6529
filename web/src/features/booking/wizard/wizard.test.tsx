import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePackage } from '@/features/catalogue/packages-calls'
import { writeDraft } from '@/lib/drafts'
import { createBooking, createPackage } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { createSlots } from '@/testing/slots'
import { newDraft } from './draft'
import { Wizard } from './wizard'

const user = { id: 'c1', role: 'customer', name: 'Asha' } as const
const address = {
  ...{ id: 'a1', label: 'Home', addressLine1: '12 MG Road', addressLine2: null, city: 'Ahmedabad' },
  ...{ state: 'Gujarat', pincode: '380009', landmark: null, phone: '+919812345678' },
}

let price: number
/** Whether bookings are refused by a busy server */
let isBusy: boolean
/** Whether the answer of a booking is lost */
let isLost: boolean
/** The totals that were confirmed */
let confirmed: unknown[]

beforeEach(() => {
  price = 499
  isBusy = false
  isLost = false
  confirmed = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/bookings' && init?.method === 'POST') {
      if (isBusy) {
        const busy = JSON.stringify({ error: 'Jaanch is busy for a moment.', code: 'unavailable' })
        return new Response(busy, { status: 503, headers: { 'retry-after': '20' } })
      }
      if (isLost) throw new TypeError('Failed to fetch')
      const { expectedTotal } = JSON.parse(String(init.body))
      confirmed.push(expectedTotal)
      if (expectedTotal === price)
        return new Response(JSON.stringify(createBooking({ finalAmount: price })), { status: 201 })
      const error = `The total is now ₹${price.toFixed(2)}. Please check it and book again.`
      return new Response(JSON.stringify({ error, code: 'price-changed', total: price }), { status: 422 })
    }
    if (url === '/api/packages/p1') return new Response(JSON.stringify(createPackage({ price })))
    if (url.startsWith('/api/slots')) return new Response(JSON.stringify(createSlots('2026-11-21')))
    return new Response(JSON.stringify(url === '/api/customer-addresses' ? [address] : []))
  })
  writeDraft('book:c1:p1', {
    ...newDraft('p1'),
    ...{ collectionType: 'instant', selectedAddressId: 'a1', contactNumber: '98123 45678' },
    address: { street: '12 MG Road', city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', landmark: '' },
  })
})
function Page() {
  const { data } = usePackage('p1')
  return data && <Wizard item={data} />
}

function renderPayment() {
  renderScreen(<Page />, { user, path: '/book/p1?step=6' })
}

test('another price is refused as specified and shown everywhere; the next press confirms it, without the express fee [S8.5]', async () => {
  renderPayment()
  const confirm = await screen.findByRole('button', { name: 'Confirm Booking' })
  expect(screen.getAllByText('₹499').length).toBeGreaterThan(0)
  price = 549.5
  await userEvent.click(confirm)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to create booking. Please try again.')).toBeTruthy()
  expect(within(alert).getByText('The total is now ₹549.50. Please check it and book again.')).toBeTruthy()
  expect(screen.queryByText('₹499')).toBeNull()
  // payment step, summary, and footer of phones
  expect(screen.getAllByText('₹549.50')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByRole('heading', { name: 'Your booking is placed' })).toBeTruthy()
  expect(screen.getByText('₹549.50')).toBeTruthy()
  expect(confirmed).toEqual([499, 549.5])
})

test('a lost answer shows another error than a refusal, and another press books [S8.5]', async () => {
  isLost = true
  renderPayment()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred. Please try again.')
  isLost = false
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Booking' }))
  expect(await screen.findByRole('heading', { name: 'Your booking is placed' })).toBeTruthy()
})

test('after a busy server it says when another press makes sense: an earlier one would not be sent', async () => {
  isBusy = true
  renderPayment()
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm Booking' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Jaanch is busy for a moment. You can try again in 20 s.')).toBeTruthy()
})
