import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

function screen(path: string, title: string, admins: StaffRole[], load: Screen['load']): Screen {
  return { path, title, access: 'admin', admins, inShell: true, load }
}

const users = screen(paths.adminUsers, 'Users', ['support'], async () => {
  return (await import('@/features/account/users/users-page')).UsersPage
})
const packages = screen(paths.adminPackages, 'Packages', ['manager', 'support'], async () => {
  return (await import('../packages/packages-page')).PackagesPage
})
const bookings = screen(paths.adminBookings, 'Bookings', ['manager', 'support', 'medical'], async () => {
  return (await import('@/features/booking/admin/admin-bookings')).AdminBookings
})

export const screens: readonly Screen[] = [
  { ...users, menu: { label: 'Users', icon: 'Users', order: 2 } },
  { ...packages, menu: { label: 'Packages', icon: 'Package', order: 3 } },
  screen(paths.adminPrices, 'Price Lists', ['manager'], async () => {
    return (await import('../prices/prices-page')).PricesPage
  }),
  screen(paths.adminCatalogue, 'Catalogue', ['manager'], async () => {
    return (await import('./catalogue-page')).CataloguePage
  }),
  screen(paths.adminCatalogueImport, 'Import Catalogue', ['manager'], async () => {
    return (await import('./import/import-page')).ImportPage
  }),
  screen(paths.adminCataloguePrices, 'Upload Prices', ['manager'], async () => {
    return (await import('./upload-prices/prices-page')).UploadPricesPage
  }),
  { ...bookings, menu: { label: 'Bookings', icon: 'ClipboardList', order: 4 } },
  {
    path: '/admin/settings',
    access: 'admin',
    title: 'Settings',
    inShell: true,
    menu: { label: 'Settings', icon: 'Settings', order: 5 },
    load: async () => (await import('@/features/operations/platform-settings/settings-page')).SettingsPage,
  },
  screen(
    paths.adminFacts,
    'Facts',
    ['manager'],
    async () => (await import('@/features/insight/facts/facts-page')).FactsPage,
  ),
  screen(paths.adminAudit, 'Audit Trail', ['support'], async () => {
    return (await import('@/features/account/audit/audit-page')).AuditPage
  }),
  screen(paths.adminReviews, 'Reviews', ['manager', 'support'], async () => {
    return (await import('@/features/insight/reviews/reviews-page')).ReviewsPage
  }),
]
