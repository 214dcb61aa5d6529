import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.shares,
    access: 'customer',
    title: 'Shared with doctors',
    inShell: true,
    load: async () => (await import('./shares-page')).SharesPage,
  },
]
