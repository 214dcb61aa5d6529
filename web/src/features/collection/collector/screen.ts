import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labRound,
    access: 'lab-partner',
    labs: ['collector'],
    title: 'Round',
    load: async () => (await import('./round-page')).RoundPage,
  },
]
