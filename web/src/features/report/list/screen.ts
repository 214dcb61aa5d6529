import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.reports,
    access: 'customer',
    title: 'Reports',
    inShell: true,
    menu: { label: 'Reports', icon: 'FileText', order: 4 },
    load: async () => (await import('./reports')).Reports,
    preloads: [],
  },
]
