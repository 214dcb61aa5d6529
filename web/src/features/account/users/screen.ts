import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminUsers,
    access: 'admin',
    admins: ['support'],
    title: 'Users',
    inShell: true,
    menu: { label: 'Users', icon: 'Users', order: 2 },
    load: async () => (await import('./users-page')).UsersPage,
  },
]
