import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labTubes,
    access: 'lab-partner',
    labs: ['front-desk', 'technician'],
    title: 'Tubes',
    inShell: true,
    load: async () => (await import('./tubes-page')).TubesPage,
  },
]
