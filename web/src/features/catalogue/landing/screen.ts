import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.landing,
    access: { redirects: { customer: paths.home, other: paths.dashboard } },
    load: async () => (await import('./landing')).Landing,
  },
]
