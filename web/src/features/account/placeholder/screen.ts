import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: '/lab/tests',
    access: 'lab-partner',
    labs: [],
    title: 'Lab Tests',
    inShell: true,
    menu: { label: 'Tests', icon: 'FlaskConical', order: 3 },
    load: async () => (await import('./placeholder')).LabTests,
  },
  {
    path: '/lab/settings',
    access: 'lab-partner',
    labs: [],
    title: 'Lab Settings',
    inShell: true,
    menu: { label: 'Settings', icon: 'Settings', order: 5 },
    load: async () => (await import('./placeholder')).LabSettings,
  },
]
