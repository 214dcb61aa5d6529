import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labCash,
    access: 'lab-partner',
    labs: ['front-desk'],
    title: 'Cash',
    inShell: true,
    load: async () => (await import('./cash-page')).CashPage,
  },
]
