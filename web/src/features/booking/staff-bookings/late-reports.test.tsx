import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { LateReports } from './booking-dialog'

const resource = vi.hoisted(() => ({ accept: vi.fn() }))
vi.mock('./calls', () => ({ acceptPayment: resource.accept }))

const reportedPayment = {
  method: 'cash-on-collection',
  amount: 499,
  at: '2026-11-26T03:30:00.000Z',
  by: 'ravi',
} as const

function show(role: 'lab-partner' | 'admin', labRole?: 'front-desk') {
  const user = { id: 'u1', role, name: 'City Lab', ...(labRole && { labRole }) }
  return renderScreen(<LateReports booking={{ id: 'b1', custody: null, reportedPayment }} />, { user })
}

test('the owner of the lab accepts cash that was reported late, and nobody else does', async () => {
  for (const reader of [show('admin'), show('lab-partner', 'front-desk')]) {
    expect(reader.container.textContent).toContain('₹499')
    expect(screen.queryByRole('button')).toBeNull()
    reader.unmount()
  }
  show('lab-partner')
  await userEvent.click(screen.getByRole('button', { name: 'Accept payment' }))
  expect(resource.accept).toHaveBeenCalledWith('b1')
})
