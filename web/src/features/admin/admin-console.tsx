import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '@/lib/use-title'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { type ConsoleTab, isConsoleTab } from './console-tabs'
import { Overview } from './overview/overview'

// The Overview comes first: what the other tabs need is fetched when they are opened.
const LabApprovals = lazy(async () => ({ default: (await import('./lab-approvals')).LabApprovals }))
const ManageBookings = lazy(async () => ({ default: (await import('./manage-bookings')).ManageBookings }))
const Prescriptions = lazy(async () => ({
  default: (await import('./prescriptions/prescriptions')).Prescriptions,
}))

type AdminConsoleProps = {
  /** Stands above the Overview's cards: what needs somebody now */
  attention?: ReactNode
  /** Stands below what the Overview is specified to show */
  analytics?: ReactNode
}

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'approvals', label: 'Lab Approvals' },
  { value: 'bookings', label: 'Manage Bookings' },
  { value: 'prescriptions', label: 'Prescriptions' },
] as const

/** The chosen tab stands in the address (`?tab=`), so that Back, a refresh and a link lead to it. */
export function AdminConsole({ attention, analytics }: AdminConsoleProps) {
  useTitle('Dashboard')
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  const tab = isConsoleTab(named) ? named : 'overview'

  function choose(next: ConsoleTab) {
    setSearch(next === 'overview' ? {} : { tab: next })
  }

  return (
    <>
      <PageHeading title="Dashboard" description="Labs, bookings and prescriptions, as they come in." />
      <Tabs label="Console" tabs={tabs} value={tab} onChange={choose}>
        {tab === 'overview' && <Overview onTab={choose} attention={attention} analytics={analytics} />}
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
