import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toast } from './toast-store'
import { Toaster } from './toaster'

afterEach(cleanup)

test('toasts come one at a time: a new one takes the place of the one shown', () => {
  render(<Toaster />)
  act(() => toast.bad('Failed to assign lab'))
  act(() => toast.good('Package Created'))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText('Package Created')).toBeTruthy()
  expect(screen.queryByText('Failed to assign lab')).toBeNull()
})

test('a title and its text are read as one sentence', () => {
  render(<Toaster />)
  act(() => toast.bad('Password Mismatch', 'Passwords do not match'))
  expect(screen.getByRole('listitem').textContent).toContain('Password Mismatch - Passwords do not match')
})
