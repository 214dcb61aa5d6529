import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminPackages,
    access: 'admin',
    admins: ['manager', 'support'],
    title: 'Packages',
    inShell: true,
    menu: { label: 'Packages', icon: 'Package', order: 3 },
    load: async () => (await import('./packages-page')).PackagesPage,
  },
]
