import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.bookings,
    access: 'customer',
    title: 'My Bookings',
    inShell: true,
    menu: { label: 'Bookings', icon: 'ClipboardList', order: 3 },
    load: async () => (await import('./my-bookings')).MyBookings,
    preloads: [
      '/api/bookings/counts',
      '/api/bookings?limit=50&tab=upcoming&sort=visit',
      '/api/prescriptions?limit=500',
    ],
  },
]
