import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labStaff,
    access: 'lab-partner',
    labs: [],
    title: 'People',
    inShell: true,
    load: async () => (await import('./staff-page')).StaffPage,
  },
]
