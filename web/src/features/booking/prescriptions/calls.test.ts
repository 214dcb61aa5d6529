import { expect, it, vi } from 'vitest'
import { createBooking, createPrescription } from '@/testing/fixtures'
import { markProcessed, proposeOrder } from './calls'

it('the order of a prescription is for the next day in India at 09:00, without a discount, and waits for the confirmation of the customer [S7.9]', async () => {
  // 00:30 on 22 November in India, still the 21st in UTC
  vi.useFakeTimers({ now: new Date('2026-11-21T19:00:00Z') })
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(createBooking())))
  vi.stubGlobal('fetch', fetchMock)
  const prescription = createPrescription({ id: 'r1', customerId: 'c1' })
  await proposeOrder({ prescription, packageId: 'p1', total: 1098, notes: '' }, 'key')
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect([init?.method, url]).toEqual(['POST', '/api/bookings'])
  expect(JSON.parse(String(init?.body))).toEqual({
    customerId: 'c1',
    packageId: 'p1',
    prescriptionId: 'r1',
    collectionType: 'scheduled',
    scheduledDate: '2026-11-23',
    scheduledTime: '09:00',
    status: 'pending_customer_confirmation',
    paymentStatus: 'pending',
    totalAmount: 1098,
    discountAmount: 0,
    finalAmount: 1098,
    specialInstructions: null,
  })
})

it('a review that is sent again after others changed the notes is another request', async () => {
  const keys: unknown[] = []
  const fetchMock = vi.fn<typeof fetch>(async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', fetchMock)
  const seen = createPrescription({ id: 'r1', adminNotes: null })
  for (const prescription of [seen, seen, { ...seen, adminNotes: 'fasting' }])
    await expect(markProcessed(prescription, 'call first')).rejects.toThrow('Failed to fetch')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
