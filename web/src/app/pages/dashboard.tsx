import { Navigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { lazyPage, lazyPart } from '@/ui/lazy-part'

const LabDashboard = lazyPage(async () => (await import('@/features/booking/lab/lab-dashboard')).LabDashboard)
const NeedsAttention = lazyPart(
  async () => (await import('@/features/insight/analytics/needs-attention')).NeedsAttention,
)
const AnalyticsSection = lazyPart(
  async () => (await import('@/features/insight/analytics/analytics-section')).AnalyticsSection,
)
const AdminDashboard = lazyPage(
  async () => (await import('@/features/insight/overview/admin-dashboard')).AdminDashboard,
)

export function Dashboard() {
  const { role } = useUser()
  switch (role) {
    case 'customer':
      return <Navigate to={paths.home} replace />
    case 'lab-partner':
      return <LabDashboard />
    case 'admin':
      return <AdminDashboard attention={<NeedsAttention />} analytics={<AnalyticsSection />} />
    default:
      return <h1 className="font-semibold text-xl">Unknown role</h1>
  }
}
