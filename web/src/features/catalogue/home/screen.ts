import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.home,
    access: 'customer',
    title: 'Home',
    inShell: true,
    menu: { label: 'Home', icon: 'House', order: 1 },
    load: async () => (await import('./home')).Home,
    preloads: ['/api/packages/popular?city=', '/api/search/suggestions'],
  },
]
