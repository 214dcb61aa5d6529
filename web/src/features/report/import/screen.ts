import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labImport,
    access: 'lab-partner',
    labs: ['technician', 'pathologist'],
    title: 'Import results',
    inShell: true,
    load: async () => (await import('./import-page')).ImportPage,
  },
]
