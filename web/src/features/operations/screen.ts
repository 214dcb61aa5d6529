import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: `${paths.adminOperations}/*`,
    access: 'admin',
    admins: ['support', 'operator'],
    title: 'Operations',
    inShell: true,
    // owners have the menu of the specification, and reach it by the avatar
    menu: { label: 'Operations', icon: 'Workflow', order: 2, only: 'operator' },
    load: async () => (await import('./operations-page')).OperationsPage,
  },
]
