import { ClipboardCheck } from 'lucide-react'
import { Suspense } from 'react'
import { useBookingCounts, useBookingPages } from '@/features/booking/bookings-calls'
import {
  FilterButton,
  ListSearch,
  NoBookings,
  OpenFilters,
} from '@/features/booking/staff-bookings/booking-filters'
import { useBookingFilters } from '@/features/booking/staff-bookings/use-booking-filters'
import { useMay } from '@/lib/session/staff'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { AdminBookingList } from './admin-booking-list'

const texts = {
  label: 'Bookings',
  tabs: { unassigned: 'Unassigned', assigned: 'Assigned', completed: 'Completed', all: 'All' },
  filter: 'Search and filter',
  noneUnassigned: 'Every booking has its lab.',
  none: 'Bookings appear here by themselves.',
}

const AssignmentActions = lazyPart(
  async () => (await import('../assignment/assignment-actions')).AssignmentActions,
)

const tabs = ['unassigned', 'assigned', 'completed', 'all'] as const

export function ManageBookings() {
  const filters = useBookingFilters(tabs)
  const { tab, day, filter } = filters
  const counts = useBookingCounts()
  const list = useBookingPages(tab, filter)
  const mayAssign = useMay('manager')

  return (
    <Tabs
      label={texts.label}
      tabs={[
        { value: 'unassigned', label: texts.tabs.unassigned, count: counts.unassigned },
        { value: 'assigned', label: texts.tabs.assigned, count: counts.assigned },
        { value: 'completed', label: texts.tabs.completed, count: counts.completed },
        { value: 'all', label: texts.tabs.all, count: counts.all },
      ]}
      value={tab}
      onChange={filters.showTab}
      actions={
        <FilterButton filters={filters} className="shrink-0 max-sm:w-full sm:self-start">
          {texts.filter}
        </FilterButton>
      }
    >
      <OpenFilters filters={filters} className="mb-5" />
      {tab === 'unassigned' && mayAssign && (
        <Suspense fallback={<AssignmentActionsSkeleton />}>
          <AssignmentActions hasUnassigned={list.rows.length > 0} />
        </Suspense>
      )}
      <AdminBookingList
        listKey={`${tab} ${day} ${filter.sort}`}
        label={texts.label}
        list={list}
        source={{ tab, filter }}
        isByVisit={filter.sort === 'visit'}
        tools={<ListSearch filters={filters} page="admin-bookings" />}
        empty={
          <NoBookings icon={ClipboardCheck} filters={filters}>
            {tab === 'unassigned' ? texts.noneUnassigned : texts.none}
          </NoBookings>
        }
      />
    </Tabs>
  )
}

/** Two buttons, below each other on a phone: with another height, the list would move when they are loaded. */
function AssignmentActionsSkeleton() {
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 sm:flex">
      <Skeleton className="h-11 rounded-lg sm:w-44" />
      <Skeleton className="h-11 rounded-lg sm:w-56" />
    </div>
  )
}
