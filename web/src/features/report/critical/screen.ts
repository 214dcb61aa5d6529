import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

const page = {
  title: 'Urgent calls',
  inShell: true,
  load: async () => (await import('./critical-page')).CriticalPage,
} as const

export const screens: readonly Screen[] = [
  { ...page, path: paths.labCritical, access: 'lab-partner', labs: ['technician', 'pathologist'] },
  { ...page, path: paths.adminCritical, access: 'admin', admins: ['medical'] },
]
