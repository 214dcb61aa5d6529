import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.tests,
    access: 'customer',
    title: 'Tests',
    inShell: true,
    menu: { label: 'Tests', icon: 'FlaskConical', order: 2 },
    load: async () => (await import('./browse-tests')).BrowseTests,
    preloads: ['/api/packages?city='],
  },
]
