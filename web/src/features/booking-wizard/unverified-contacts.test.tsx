import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { SessionContext, type SessionUser } from '@/lib/session/session-context'
import { createSession } from '@/testing/session'
import { UnverifiedContacts } from './steps/confirmation-step'

/** For the part that loads on demand, on a busy machine */
const patience = { timeout: 120_000 }

function show(user: Partial<SessionUser>) {
  const asha = { id: 'c1', role: 'customer' as const, email: 'asha@example.in', phone: '+919812345678' }
  return render(
    <SessionContext value={createSession({ ...asha, isEmailProven: true, isPhoneProven: true, ...user })}>
      <MemoryRouter>
        <UnverifiedContacts />
      </MemoryRouter>
    </SessionContext>,
  )
}

test('each address that is not verified is named, with the way to verify it', async () => {
  show({ isEmailProven: false, isPhoneProven: false })
  expect(screen.getByText('asha@example.in is not verified: nothing is sent there.')).toBeTruthy()
  expect(screen.getByText('+91 98123 45678 is not verified: nothing is sent there.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verify asha@example.in' }))
  expect(await screen.findByRole('dialog', {}, patience)).toBeTruthy()
})

test('without a phone number, it leads to the profile; with verified addresses it says nothing', () => {
  const { container } = show({})
  expect(container.textContent).toBe('')
  show({ phone: null, isPhoneProven: false })
  expect(screen.getByRole('link', { name: 'Add a phone number' }).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('button')).toBeNull()
})
