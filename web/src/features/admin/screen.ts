import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminUsers,
    access: 'admin',
    admins: ['support'],
    title: 'Users',
    inShell: true,
    menu: { label: 'Users', icon: 'Users', order: 2 },
    load: async () => (await import('./users/users-page')).UsersPage,
  },
  {
    path: paths.adminPackages,
    access: 'admin',
    admins: ['manager', 'support'],
    title: 'Packages',
    inShell: true,
    menu: { label: 'Packages', icon: 'Package', order: 3 },
    load: async () => (await import('./packages/packages-page')).PackagesPage,
  },
  {
    path: paths.adminBookings,
    access: 'admin',
    admins: ['manager', 'support', 'medical'],
    title: 'Bookings',
    inShell: true,
    menu: { label: 'Bookings', icon: 'ClipboardList', order: 4 },
    load: async () => (await import('./admin-bookings')).AdminBookings,
  },
  {
    path: '/admin/settings',
    access: 'admin',
    title: 'Settings',
    inShell: true,
    menu: { label: 'Settings', icon: 'Settings', order: 5 },
    load: async () => (await import('./settings-page')).SettingsPage,
  },
  {
    path: paths.adminFacts,
    access: 'admin',
    admins: ['manager'],
    title: 'Facts',
    inShell: true,
    load: async () => (await import('./facts/facts-page')).FactsPage,
  },
  {
    path: paths.adminAudit,
    access: 'admin',
    admins: ['support'],
    title: 'Audit Trail',
    inShell: true,
    load: async () => (await import('./audit/audit-page')).AuditPage,
  },
  {
    path: paths.adminReviews,
    access: 'admin',
    admins: ['manager', 'support'],
    title: 'Reviews',
    inShell: true,
    load: async () => (await import('./reviews/reviews-page')).ReviewsPage,
  },
]
