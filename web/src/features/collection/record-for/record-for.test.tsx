import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { RecordFor } from './record-for'

const resource = vi.hoisted(() => ({ record: vi.fn() }))
vi.mock('@/features/collection/tubes/calls', () => ({ recordCustodyFor: resource.record }))
vi.mock('@/features/booking/bookings-calls', () => ({
  useBooking: () => ({ data: { collectorId: null, custody: null, tubeCount: 2 } }),
}))
vi.mock('@/features/account/lab-staff/calls', () => ({
  useLabStaff: () => ({ data: [{ id: 'ravi', name: 'Ravi', status: 'ended' }] }),
}))

test('the owner records for a collector whose phone is lost that all tubes were drawn, at the time that they say', async () => {
  renderScreen(<RecordFor bookingId="b1" />, { user: { id: 'u1', role: 'lab-partner', labRole: 'owner' } })
  await userEvent.click(screen.getByRole('button', { name: 'Record for a collector' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Ravi' }))
  await userEvent.type(screen.getByLabelText('When was it?'), '2026-11-26T09:30')
  await userEvent.click(screen.getByRole('button', { name: 'Record' }))
  expect(resource.record).toHaveBeenCalledWith('b1', 'ravi', new Date('2026-11-26T09:30'), [
    { type: 'arrive' },
    { type: 'identify', method: 'name-and-birth-date', isConfirmed: true },
    { type: 'draw', tubes: [{ number: 1 }, { number: 2 }] },
  ])
})

test('nobody else of the lab is offered to record for a collector', () => {
  const user = { id: 'u2', role: 'lab-partner', labRole: 'front-desk' } as const
  const { container } = renderScreen(<RecordFor bookingId="b1" />, { user })
  expect(container.textContent).toBe('')
})
