import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminPrices,
    access: 'admin',
    admins: ['manager'],
    title: 'Price Lists',
    inShell: true,
    load: async () => (await import('./prices-page')).PricesPage,
  },
]
