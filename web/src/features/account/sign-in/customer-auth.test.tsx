import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loginPath } from '@/lib/paths'
import { renderScreen } from '@/testing/render-screen'
import { CustomerAuth } from './customer-auth'

const id = '0e0f8a3e-30b2-4b0a-9a0e-0d7c9d6f1a11'
vi.mock('@/features/catalogue/packages-calls', () => ({
  usePackage: (of: string) => ({ data: of === id ? { name: 'Thyroid Profile' } : undefined }),
}))

function show(path: string) {
  return renderScreen(<CustomerAuth />, { path })
}

test('who chose a test reads its name, and registers with one press', async () => {
  show(loginPath(`/book/${id}?step=2`))
  expect(await screen.findByText('Sign in to book Thyroid Profile')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New to Jaanch? Register' }))
  expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('true')
})

test('without a chosen test, or with one that is not on offer, the page is as ever', async () => {
  for (const path of [
    '/user',
    loginPath('/reports'),
    loginPath('/book/x'),
    loginPath(`/book/${'1'.repeat(36)}`),
  ]) {
    const view = show(path)
    expect(await screen.findByText('Book tests for yourself and your family.')).toBeTruthy()
    expect(screen.queryByText(/Sign in to book/)).toBeNull()
    view.unmount()
  }
})
