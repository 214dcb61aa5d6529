import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { lazyPage } from '@/ui/lazy-part'
import { SignedInPage, VisitorPage } from './guards'
import { Dashboard } from './pages/dashboard'
import { NotFound } from './pages/not-found'
import { Splash } from './pages/splash'
import { ScrollToTop } from './scroll-to-top'

// Visitors have no menu.
const Shell = lazyPage(async () => (await import('./shell/shell')).Shell)
// One chunk per page: visitors never load the code of admins.
const Landing = lazyPage(async () => (await import('@/features/landing/landing')).Landing)
const CustomerAuth = lazyPage(async () => (await import('@/features/auth/customer-auth')).CustomerAuth)
const LabAuth = lazyPage(async () => (await import('@/features/auth/lab-auth')).LabAuth)
const AdminAuth = lazyPage(async () => (await import('@/features/auth/admin-auth')).AdminAuth)
const Home = lazyPage(async () => (await import('@/features/home/home')).Home)
const BrowseTests = lazyPage(async () => (await import('@/features/browse-tests/browse-tests')).BrowseTests)
const MyBookings = lazyPage(async () => (await import('@/features/my-bookings/my-bookings')).MyBookings)
const Reports = lazyPage(async () => (await import('@/features/reports/reports')).Reports)
const Profile = lazyPage(async () => (await import('@/features/profile/profile')).Profile)
const Account = lazyPage(async () => (await import('@/features/account/account')).Account)
const BookingWizard = lazyPage(async () => (await import('@/features/booking-wizard/wizard-page')).WizardPage)
const LabBookings = lazyPage(async () => (await import('@/features/lab/lab-bookings')).LabBookings)
const AdminBookings = lazyPage(async () => (await import('@/features/admin/admin-bookings')).AdminBookings)
const UsersPage = lazyPage(async () => (await import('@/features/admin/users/users-page')).UsersPage)
const AuditPage = lazyPage(async () => (await import('@/features/admin/audit/audit-page')).AuditPage)
const ReviewsPage = lazyPage(async () => (await import('@/features/admin/reviews/reviews-page')).ReviewsPage)
const OperationsPage = lazyPage(
  async () => (await import('@/features/operations/operations-page')).OperationsPage,
)
const PackagesPage = lazyPage(
  async () => (await import('@/features/admin/packages/packages-page')).PackagesPage,
)
const SettingsPage = lazyPage(async () => (await import('@/features/admin/settings-page')).SettingsPage)
const LegalPage = lazyPage(async () => (await import('@/features/legal/legal-page')).LegalPage)
const Placeholder = lazyPage(async () => (await import('@/features/placeholder/placeholder')).Placeholder)

export function AppRoutes() {
  return (
    <Suspense fallback={<Splash />}>
      <ScrollToTop />
      <Routes>
        <Route element={<VisitorPage redirects={{ customer: paths.home, other: paths.dashboard }} />}>
          <Route path={paths.landing} element={<Landing />} />
        </Route>
        <Route
          element={<VisitorPage redirects={{ customer: paths.home }} publicParams={['reset', 'forgot']} />}
        >
          <Route path={paths.customerLogin} element={<CustomerAuth />} />
        </Route>
        <Route element={<VisitorPage redirects={{ 'lab-partner': paths.dashboard }} />}>
          <Route path={paths.labLogin} element={<LabAuth />} />
        </Route>
        <Route element={<VisitorPage redirects={{ admin: paths.dashboard }} />}>
          <Route path={paths.adminLogin} element={<AdminAuth />} />
        </Route>

        <Route element={<SignedInPage />}>
          <Route path="/book/:packageId" element={<BookingWizard />} />
        </Route>
        <Route element={<SignedInPage />}>
          <Route element={<Shell />}>
            <Route path={paths.dashboard} element={<Dashboard />} />
            <Route path={paths.account} element={<Account />} />
          </Route>
        </Route>

        <Route element={<SignedInPage only="customer" />}>
          <Route element={<Shell />}>
            <Route path={paths.home} element={<Home />} />
            <Route path={paths.tests} element={<BrowseTests />} />
            <Route path={paths.bookings} element={<MyBookings />} />
            <Route path={paths.reports} element={<Reports />} />
            <Route path={paths.profile} element={<Profile />} />
          </Route>
        </Route>

        <Route element={<SignedInPage only="lab-partner" />}>
          <Route element={<Shell />}>
            <Route path={paths.labBookings} element={<LabBookings />} />
            <Route path={paths.labTests} element={<Placeholder screen="labTests" />} />
            <Route path={paths.labReports} element={<Placeholder screen="labReports" />} />
            <Route path={paths.labSettings} element={<Placeholder screen="labSettings" />} />
          </Route>
        </Route>

        <Route element={<SignedInPage only="admin" />}>
          <Route element={<Shell />}>
            <Route path={paths.adminBookings} element={<AdminBookings />} />
            <Route path={paths.adminUsers} element={<UsersPage />} />
            <Route path={paths.adminPackages} element={<PackagesPage />} />
            <Route path={paths.adminAudit} element={<AuditPage />} />
            <Route path={paths.adminReviews} element={<ReviewsPage />} />
            <Route path={`${paths.adminOperations}/*`} element={<OperationsPage />} />
            <Route path={paths.adminSettings} element={<SettingsPage />} />
          </Route>
        </Route>

        {(['privacy', 'terms', 'grievance', 'support'] as const).map((page) => (
          <Route key={page} path={paths[page]} element={<LegalPage key={page} page={page} />} />
        ))}

        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}
