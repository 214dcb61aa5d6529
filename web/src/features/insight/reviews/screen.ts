import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminReviews,
    access: 'admin',
    admins: ['manager', 'support'],
    title: 'Reviews',
    inShell: true,
    load: async () => (await import('./reviews-page')).ReviewsPage,
  },
]
