import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: `${paths.adminOperations}/*`,
    access: 'admin',
    admins: ['support', 'operator'],
    title: 'Operations',
    inShell: true,
    load: async () => (await import('./operations-page')).OperationsPage,
  },
]
