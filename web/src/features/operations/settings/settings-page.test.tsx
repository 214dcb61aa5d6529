import type { SettingsView } from '@jaanch/operations/settings/api'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { SettingsPage } from './settings-page'

function show(view: SettingsView) {
  vi.stubGlobal('fetch', async () => Response.json(view))
  renderScreen(<SettingsPage />)
}

const settings: SettingsView['settings'] = [
  { name: 'PUBLIC_URL', default: 'http://localhost:PORT', setIn: ['api', 'workers'] },
  { name: 'SMTP_URL', default: 'none', setIn: [] },
]

it('says what is wrong, what to do, and whose settings it is about', async () => {
  const finding = { severity: 'error', text: 'SMTP_URL is not set.', advice: 'Name a mail server.' } as const
  show({ settings, findings: [{ ...finding, docs: 'docs/settings.md', services: ['workers'] }] })
  const item = within(await screen.findByRole('listitem'))
  for (const text of ['Error', /SMTP_URL is not set. Name a mail server./, /workers.*docs\/settings.md/])
    expect(item.getByText(text)).toBeTruthy()
})

it('lists each setting with the services that have a value, and what counts without one', async () => {
  show({ settings, findings: [] })
  expect(await screen.findByRole('heading', { name: 'Nothing is wrong with the settings' })).toBeTruthy()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toMatch(/PUBLIC_URL.*api, workers/)
  expect(rows[2]).toMatch(/SMTP_URL.*Not set.*none/)
})
