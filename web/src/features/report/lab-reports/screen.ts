import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labReports,
    access: 'lab-partner',
    labs: ['technician', 'pathologist'],
    title: 'Lab Reports',
    inShell: true,
    menu: { label: 'Reports', icon: 'FileText', order: 4 },
    load: async () => (await import('./lab-reports')).LabReports,
  },
]
