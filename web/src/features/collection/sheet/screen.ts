import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labRoundSheet,
    access: 'lab-partner',
    labs: ['front-desk', 'collector'],
    title: 'Collection round',
    load: async () => (await import('./round-page')).RoundPage,
  },
]
