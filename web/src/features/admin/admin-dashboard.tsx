import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { type DashboardTab, dashboardTabs, isDashboardTab } from './dashboard-tabs'
import { Overview } from './overview/overview'
import { dashboard as texts } from './texts'

// The Overview is the first tab: the code of the others loads when they are opened.
const LabApprovals = lazyPart(async () => (await import('./lab-approvals')).LabApprovals)
const ManageBookings = lazyPart(async () => (await import('./manage-bookings')).ManageBookings)
const Prescriptions = lazyPart(async () => (await import('./prescriptions/prescriptions')).Prescriptions)

type AdminDashboardProps = {
  /** Shown above the Overview's cards */
  attention?: ReactNode
  /** Shown below the specified part of the Overview */
  analytics?: ReactNode
}

/** The selected tab is part of the address (`?tab=`) for Back, refresh and links. */
export function AdminDashboard({ attention, analytics }: AdminDashboardProps) {
  const [search, setSearch] = useSearchParams()
  const requested = search.get('tab')
  const tab = isDashboardTab(requested) ? requested : 'overview'

  function selectTab(next: DashboardTab) {
    setSearch(next === 'overview' ? {} : { tab: next })
  }

  return (
    <>
      <PageHeading {...texts.heading} />
      <Tabs label={texts.tabs.label} tabs={dashboardTabs} value={tab} onChange={selectTab}>
        {tab === 'overview' && <Overview onTab={selectTab} attention={attention} analytics={analytics} />}
        <Suspense
          fallback={<SkeletonList count={3} className="grid grid-cols-1 gap-3" itemClassName="h-32" />}
        >
          {tab === 'approvals' && <LabApprovals />}
          {tab === 'bookings' && <ManageBookings />}
          {tab === 'prescriptions' && <Prescriptions />}
        </Suspense>
      </Tabs>
    </>
  )
}
