import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SessionContext } from '@/lib/session/session-context'
import { createSession } from '@/testing/session'
import { RecordFor } from './record-for'

const resource = vi.hoisted(() => ({ record: vi.fn() }))
vi.mock('@/lib/resources/tubes', () => ({ recordCustodyFor: resource.record }))
vi.mock('@/lib/resources/bookings', () => ({
  useBooking: () => ({ data: { collectorId: null, custody: null, tubeCount: 2 } }),
}))
vi.mock('@/lib/resources/lab', () => ({
  useLabStaff: () => ({ data: [{ id: 'ravi', name: 'Ravi', status: 'ended' }] }),
}))

test('the owner records for a collector whose phone is lost that all tubes were drawn, at the time that they say', async () => {
  const session = createSession({ id: 'u1', role: 'lab-partner', name: 'City Lab', labRole: 'owner' })
  render(
    <SessionContext value={session}>
      <RecordFor bookingId="b1" />
    </SessionContext>,
  )
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
  const session = createSession({ id: 'u2', role: 'lab-partner', name: 'Desk', labRole: 'front-desk' })
  const { container } = render(
    <SessionContext value={session}>
      <RecordFor bookingId="b1" />
    </SessionContext>,
  )
  expect(container.textContent).toBe('')
})
