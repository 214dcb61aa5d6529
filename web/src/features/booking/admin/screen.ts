import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminBookings,
    access: 'admin',
    admins: ['manager', 'support', 'medical'],
    title: 'Bookings',
    inShell: true,
    menu: { label: 'Bookings', icon: 'ClipboardList', order: 4 },
    load: async () => (await import('./admin-bookings')).AdminBookings,
  },
]
