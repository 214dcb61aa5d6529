import { labSuspendedText } from '@jaanch/contracts/refusal-texts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { SessionContext } from '@/lib/session/session-context'
import { Toaster } from '@/ui/toaster'
import { LabAuth } from './lab-auth'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const session = {
  state: { status: 'visitor' },
  signIn: () => {},
  signOut: () => {},
  recheck: async () => false,
} as never

test('a 403 shows the server’s message and the under-review screen, which leads back to the login', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const message = 'We look at your licence today.'
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ message }), { status: 403 })),
  )
  render(
    <SessionContext value={session}>
      <MemoryRouter initialEntries={['/lab']}>
        <LabAuth />
        <Toaster />
      </MemoryRouter>
    </SessionContext>,
  )
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Login', 'Register'])
  await userEvent.type(screen.getByLabelText('Email or Phone'), 'lab@labs.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a-secret')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  const title = await screen.findByText('Pending Approval')
  expect(title.closest('li')?.textContent).toContain(`Pending Approval - ${message}`)
  expect(screen.getByRole('heading', { name: 'Application Under Review' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }))
  expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true')
})

test('a suspended lab is told so, and not that it is under review', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const body = JSON.stringify({ message: labSuspendedText, code: 'lab-suspended' })
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => new Response(body, { status: 403 })),
  )
  render(
    <SessionContext value={session}>
      <MemoryRouter initialEntries={['/lab']}>
        <LabAuth />
      </MemoryRouter>
    </SessionContext>,
  )
  await userEvent.type(screen.getByLabelText('Email or Phone'), 'lab@labs.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a-secret')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: 'Lab Suspended' })).toBeTruthy()
  expect(screen.getByText(labSuspendedText)).toBeTruthy()
})
