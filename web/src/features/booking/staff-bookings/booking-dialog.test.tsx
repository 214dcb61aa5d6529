import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { CustodyNotes, LateReports } from './booking-dialog'

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

test('notes say of which tube they are, or of the visit', () => {
  render(
    <CustodyNotes
      notes={[
        { tube: null, text: 'The gate was locked', at: '2026-11-26T03:30:00.000Z' },
        { tube: 2, text: 'The lid was loose', at: '2026-11-27T03:30:00.000Z' },
      ]}
    />,
  )
  const [visit, tube] = screen.getAllByRole('listitem')
  expect(visit?.textContent).toMatch(/^“The gate was locked” The visit, /)
  expect(tube?.textContent).toMatch(/^“The lid was loose” Tube 2, /)
})

test('without notes, nothing is shown', () => {
  const { container } = render(<CustodyNotes notes={[]} />)
  expect(container.textContent).toBe('')
})
