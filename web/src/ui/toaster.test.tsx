import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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

test('a screen reader reads the title and the description as one sentence [S2.11.2]', () => {
  render(<Toaster />)
  act(() => toast.error('Password Mismatch', 'Passwords do not match'))
  expect(screen.getByRole('listitem').textContent).toContain('Password Mismatch - Passwords do not match')
})
