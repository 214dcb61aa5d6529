import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { toasts } from '@/ui/toast-store'
import { DataDialog, healthFileName } from './data-dialog'

test('a wrong password is said at its field, not in a toast above the dialog', async () => {
  const refusal = { error: 'The current password is not correct.', code: 'wrong-password' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(refusal), { status: 422 }))
  renderScreen(<DataDialog request="export" onClose={() => {}} />)
  const password = screen.getByLabelText('Your password')
  await userEvent.type(password, 'not the password')
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText(refusal.error)).toBeTruthy()
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(toasts.get()).toBeNull()
})

it('files of different people have different names', () => {
  expect(healthFileName('Sunita Rao', '2026-11-27')).toBe('jaanch-health-sunita-2026-11-27.json')
  expect(healthFileName(' Dr. José-María Núñez', '2026-11-27')).toBe(
    'jaanch-health-jose-maria-2026-11-27.json',
  )
  expect(healthFileName('आशा', '2026-11-27')).toBe('jaanch-health-2026-11-27.json')
})
