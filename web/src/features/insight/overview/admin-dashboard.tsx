import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { type DashboardTab, Overview } from './overview'

const texts = {
  heading: { title: 'Dashboard', description: 'Labs, bookings and prescriptions, as they come in.' },
  tabs: {
    label: 'Console',
    overview: 'Overview',
    approvals: 'Lab Approvals',
    bookings: 'Manage Bookings',
    prescriptions: 'Prescriptions',
  },
}

const tabs: readonly { value: DashboardTab; label: string }[] = [
  { value: 'overview', label: texts.tabs.overview },
  { value: 'approvals', label: texts.tabs.approvals },
  { value: 'bookings', label: texts.tabs.bookings },
  { value: 'prescriptions', label: texts.tabs.prescriptions },
]

// The Overview is the first tab: the code of the others loads when they are opened.
const LabApprovals = lazyPart(
  async () => (await import('@/features/account/lab-approvals/lab-approvals')).LabApprovals,
)
const ManageBookings = lazyPart(
  async () => (await import('@/features/booking/admin/manage-bookings')).ManageBookings,
)
const Prescriptions = lazyPart(
  async () => (await import('@/features/booking/prescriptions/prescriptions')).Prescriptions,
)

type AdminDashboardProps = {
  /** Shown above the Overview's cards */
  attention?: ReactNode
  /** Shown below the specified part of the Overview */
  analytics?: ReactNode
}

/** The selected tab is part of the address (`?tab=`) for Back, refresh and links. */
export function AdminDashboard({ attention, analytics }: AdminDashboardProps) {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'overview'

  function selectTab(next: DashboardTab) {
    setSearch(next === 'overview' ? {} : { tab: next })
  }

  return (
    <>
      <PageHeading {...texts.heading} />
      <Tabs label={texts.tabs.label} tabs={tabs} value={tab} onChange={selectTab}>
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
