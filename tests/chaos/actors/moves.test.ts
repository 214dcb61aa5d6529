import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { Call } from '@jaanch/tests/simulate/api-client'
import { describe, expect, it } from 'vitest'
import { isMoved, movedBooking } from './moves.ts'

const id = '0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b'
const path = `/api/bookings/${id}`
const booking = {
  timeline: [{ status: 'pending' }, { status: 'confirmed' }],
  labPartnerId: 'lab',
  paymentStatus: 'pending',
} as BookingView

describe('moves of a booking', () => {
  it.each<[Call, boolean]>([
    [{ method: 'PUT', path, body: { status: 'confirmed' } }, true],
    [{ method: 'PUT', path, body: { status: 'sample-collection' } }, false],
    [{ method: 'POST', path: `${path}/payment`, body: { method: 'upi' } }, false],
    [{ method: 'POST', path: `${path}/confirm` }, true],
    [{ method: 'POST', path: `${path}/decline` }, false],
    [{ method: 'POST', path: `/api/admin/bookings/${id}/assign-lab`, body: { labPartnerId: 'lab' } }, true],
    [
      { method: 'POST', path: `/api/admin/bookings/${id}/assign-lab`, body: { labPartnerId: 'other' } },
      false,
    ],
  ])('%o was executed: %s', (call, expected) => {
    expect(movedBooking(call)).toBe(id)
    expect(isMoved(call, booking)).toBe(expected)
  })

  it('are not reads, and not what creates something', () => {
    expect(movedBooking({ method: 'GET', path })).toBeUndefined()
    expect(movedBooking({ method: 'POST', path: '/api/bookings' })).toBeUndefined()
    expect(movedBooking({ method: 'POST', path: `${path}/report` })).toBeUndefined()
  })
})
