import type { Fact } from './fact.ts'

/** The Settings page of admins (specification, section 2.15) */
export const settingsFacts = {
  settingsName: { kind: 'text', specified: 'Jaanch' },
  settingsEmail: { kind: 'text', specified: 'support@jaanch.example' },
  settingsPhone: { kind: 'text', specified: '+91 79 4000 1234' },
  settingsLocation: { kind: 'text', specified: 'Ahmedabad' },
  settingsEmailNotifications: { kind: 'text', specified: 'Enabled' },
  settingsSmsNotifications: { kind: 'text', specified: 'Enabled' },
  settingsTwoFactor: { kind: 'text', specified: 'Configure' },
  settingsTimeout: { kind: 'text', specified: '30 minutes' },
  settingsDatabase: { kind: 'text', specified: 'Connected' },
  settingsBackup: { kind: 'text', specified: 'Daily at 2:00 AM' },
} as const satisfies Record<string, Fact>
