import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labIntervals,
    access: 'lab-partner',
    labs: ['technician', 'pathologist'],
    title: 'Reference Intervals',
    inShell: true,
    load: async () => (await import('./intervals-page')).IntervalsPage,
  },
]
