import { healthPath, paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.health,
    access: 'customer',
    title: 'Health trends',
    inShell: true,
    load: async () => (await import('./health-page')).HealthPage,
  },
  {
    path: `${healthPath()}/:code`,
    access: 'customer',
    inShell: true,
    load: async () => (await import('./trend-page')).TrendPage,
  },
]
