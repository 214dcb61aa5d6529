import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labProfile,
    access: 'lab-partner',
    labs: [],
    title: 'Lab profile',
    inShell: true,
    load: async () => (await import('./profile-page')).ProfilePage,
  },
]
