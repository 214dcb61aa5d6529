import { useUser } from '@/lib/session/session-context'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView } from './lab-bookings-view'
import { StatCards } from './stat-cards'

export function LabDashboard() {
  useTitle('Dashboard')
  const { name } = useUser()
  return (
    <>
      <PageHeading title="Dashboard" note={name} />
      <StatCards />
      <h2 className="mt-8 mb-4 font-semibold text-base">Bookings</h2>
      <LabBookingsView allLabel="All" withStubs />
    </>
  )
}
