import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: '/admin/settings',
    access: 'admin',
    title: 'Settings',
    inShell: true,
    menu: { label: 'Settings', icon: 'Settings', order: 5 },
    load: async () => (await import('./settings-page')).SettingsPage,
  },
]
