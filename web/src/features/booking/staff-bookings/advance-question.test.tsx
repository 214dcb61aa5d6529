import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { AdvanceQuestion } from './advance-question'

test('an admin can complete a booking whose report waits for a signature, and is told that it waits', () => {
  const booking = createBooking({ packageName: 'Lipid Profile', status: 'lab-processing' })
  const onConfirm = vi.fn()
  renderScreen(
    <AdvanceQuestion
      doubt={{ withoutReport: [booking], unsigned: [booking] }}
      onConfirm={onConfirm}
      onClose={vi.fn()}
    />,
    { user: { role: 'admin' } },
  )
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'The report for Lipid Profile waits for a pathologist’s signature. Complete the booking anyway?',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Complete without a report' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
