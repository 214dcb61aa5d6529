import { labSuspendedText } from '@jaanch/contracts/refusal-texts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { Toaster } from '@/ui/toaster'
import { LabAuth } from './lab-auth'

const matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} })

/** Logs a lab in, which the server refuses. */
async function logIn(body: { message?: string; code?: string }) {
  vi.stubGlobal('matchMedia', matchMedia)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status: 403 }))
  renderScreen(
    <>
      <LabAuth />
      <Toaster />
    </>,
    { path: '/lab' },
  )
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Login', 'Register'])
  await userEvent.type(screen.getByLabelText('Email or Phone'), 'lab@labs.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a-secret')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

test('a 403 shows the server’s message and the under-review screen, which leads back to the login [S2.1.1 S2.11.2 S4.6]', async () => {
  const message = 'We look at your licence today.'
  await logIn({ message })
  const title = await screen.findByText('Pending Approval')
  expect(title.closest('li')?.textContent).toContain(`Pending Approval - ${message}`)
  expect(screen.getByRole('heading', { name: 'Application Under Review' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to Login' }))
  expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true')
})

test('a suspended lab is told so, and not that it is under review', async () => {
  await logIn({ message: labSuspendedText, code: 'lab-suspended' })
  expect(await screen.findByRole('heading', { name: 'Lab Suspended' })).toBeTruthy()
  expect(screen.getAllByText(labSuspendedText).length).toBeGreaterThan(0)
})

test('a 403 without a message shows the text of the specification [S2.11.2]', async () => {
  await logIn({})
  const text = 'Your lab partner application is under review. You will be notified once approved.'
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})
