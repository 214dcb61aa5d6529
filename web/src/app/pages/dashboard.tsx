import { lazy } from 'react'
import { Navigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'

const LabDashboard = lazy(async () => ({
  default: (await import('@/features/lab/lab-dashboard')).LabDashboard,
}))
const NeedsAttention = lazy(async () => ({
  default: (await import('@/features/analytics/needs-attention')).NeedsAttention,
}))
const AnalyticsSection = lazy(async () => ({
  default: (await import('@/features/analytics/analytics-section')).AnalyticsSection,
}))
const AdminDashboard = lazy(async () => ({
  default: (await import('@/features/admin/admin-dashboard')).AdminDashboard,
}))

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
