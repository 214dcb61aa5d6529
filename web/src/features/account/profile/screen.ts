import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.profile,
    access: 'customer',
    title: 'Profile',
    inShell: true,
    menu: { label: 'Profile', icon: 'UserRound', order: 5 },
    load: async () => (await import('./profile')).Profile,
    preloads: [],
  },
]
