import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.labBookings,
    access: 'lab-partner',
    labs: ['front-desk', 'technician', 'pathologist'],
    title: 'Bookings',
    inShell: true,
    menu: { label: 'Bookings', icon: 'ClipboardList', order: 2 },
    load: async () => (await import('./lab-bookings')).LabBookings,
    preloads: [],
  },
]
