import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminFacts,
    access: 'admin',
    admins: ['manager'],
    title: 'Facts',
    inShell: true,
    load: async () => (await import('./facts-page')).FactsPage,
  },
]
