import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

const page = {
  title: 'Quality',
  inShell: true,
  load: async () => (await import('./quality-page')).QualityPage,
} as const

export const screens: readonly Screen[] = [
  {
    ...page,
    path: paths.labQuality,
    access: 'lab-partner',
    labs: ['front-desk', 'technician', 'pathologist'],
  },
  { ...page, path: paths.adminQuality, access: 'admin', admins: ['manager', 'support', 'medical'] },
]
