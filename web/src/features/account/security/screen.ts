import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.account,
    access: 'signed-in',
    title: 'Account',
    inShell: true,
    load: async () => (await import('./account-page')).AccountPage,
  },
]
