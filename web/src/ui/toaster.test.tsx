import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog'
import { toast } from './toast-store'
import { Toaster } from './toaster'

test('shows one toast at a time: a new toast replaces the current one [S9.9]', () => {
  render(<Toaster />)
  act(() => toast.error('Failed to assign lab'))
  act(() => toast.success('Package Created'))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText('Package Created')).toBeTruthy()
  expect(screen.queryByText('Failed to assign lab')).toBeNull()
})

test('a toast disappears after five seconds [S9.9]', () => {
  vi.useFakeTimers()
  render(<Toaster />)
  act(() => toast.success('Package Created'))
  act(() => void vi.advanceTimersByTime(4_500))
  expect(screen.getByText('Package Created')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.queryByText('Package Created')).toBeNull()
})

test('a screen reader reads the title and the description as one sentence [S2.11.2]', () => {
  render(<Toaster />)
  act(() => toast.error('Password Mismatch', 'Passwords do not match'))
  expect(screen.getByRole('listitem').textContent).toContain('Password Mismatch - Passwords do not match')
})

test('Escape closes an open dialog before a toast that came later, then the toast', async () => {
  const onClose = vi.fn()
  const { rerender } = render(
    <>
      <Toaster />
      <Dialog title="Assign a lab" onClose={onClose}>
        <button type="button">Choose</button>
      </Dialog>
    </>,
  )
  act(() => toast.error('Failed to assign lab'))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByText('Failed to assign lab')).toBeTruthy()
  rerender(<Toaster />)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByText('Failed to assign lab')).toBeNull()
})
