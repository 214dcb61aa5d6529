import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.shared,
    access: 'everybody',
    title: 'Shared results',
    load: async () => (await import('./shared-page')).SharedPage,
  },
]
