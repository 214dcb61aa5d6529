import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithFacts } from '@/testing/facts'
import { SettingsPage } from './settings-page'

const show = (facts: Parameters<typeof WithFacts>[0]['facts']) =>
  render(
    <WithFacts facts={facts}>
      <SettingsPage />
    </WithFacts>,
  )
const settings = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

test('the Settings page is that of the specification by default, and links to the facts at its end [S2.15.4]', () => {
  show({})
  expect(settings()).toEqual([
    ['Platform Name', 'Jaanch'],
    ['Contact Email', 'support@jaanch.example'],
    ['Contact Phone', '+91 79 4000 1234'],
    ['Location', 'Ahmedabad'],
    ['Email Notifications', 'Enabled'],
    ['SMS Notifications', 'Enabled'],
    ['Two-Factor Authentication', 'Configure'],
    ['Session Timeout', '30 minutes'],
    ['Database', 'Connected'],
    ['Backup', 'Daily at 2:00 AMBackup Now'],
  ])
  expect(screen.getByRole('link').getAttribute('href')).toBe('/admin/facts')
})

test('the Settings page shows what the installation says, without buttons that do nothing', () => {
  show({
    ...{ settingsLocation: 'Pune', settingsBackup: 'Every night', settingsTwoFactor: 'Required' },
    ...{ settingsEmailNotifications: null, settingsSmsNotifications: null, settingsTimeout: null },
  })
  expect(settings()).toContainEqual(['Location', 'Pune'])
  expect(settings()).toContainEqual(['Backup', 'Every night'])
  expect(settings()).toContainEqual(['Two-Factor Authentication', 'Required'])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('Session Timeout')).toBeNull()
  // a group of which everything is hidden
  expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull()
})
