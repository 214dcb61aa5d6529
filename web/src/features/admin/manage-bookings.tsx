import { ClipboardCheck, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { emptyFilter, isFiltered, useBookingCounts, useBookingPages } from '@/lib/resources/bookings'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { AdminBookingList } from './admin-booking-list'

const FilterPanel = lazyPart(
  async () => (await import('@/components/staff-bookings/filter-panel')).FilterPanel,
  'min-h-40',
)

const AssignmentActions = lazyPart(
  async () => (await import('./assignment/assignment-actions')).AssignmentActions,
)

type Tab = 'unassigned' | 'assigned' | 'completed' | 'all'

/** Used on the dashboard and on the bookings page. */
export function ManageBookings() {
  const [tab, setTab] = useState<Tab>('unassigned')
  const [filter, setFilter] = useState(emptyFilter)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const counts = useBookingCounts()
  const list = useBookingPages(tab, useDebounced(filter))

  return (
    <Tabs
      label="Bookings"
      tabs={[
        { value: 'unassigned', label: 'Unassigned', count: counts.unassigned },
        { value: 'assigned', label: 'Assigned', count: counts.assigned },
        { value: 'completed', label: 'Completed', count: counts.completed },
        { value: 'all', label: 'All', count: counts.all },
      ]}
      value={tab}
      onChange={setTab}
      actions={
        <Button
          variant={isFiltered(filter) ? 'soft' : 'outline'}
          aria-expanded={isFilterOpen}
          className="shrink-0 max-sm:w-full sm:self-start"
          onClick={() => setFilterOpen(!isFilterOpen)}
        >
          <SlidersHorizontal aria-hidden />
          Search and filter
        </Button>
      }
    >
      {isFilterOpen && (
        <div className="mb-5">
          <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
            <FilterPanel filter={filter} onChange={setFilter} />
          </Suspense>
        </div>
      )}
      {tab === 'unassigned' && (
        <Suspense fallback={<AssignmentActionsSkeleton />}>
          <AssignmentActions hasUnassigned={list.rows.length > 0} />
        </Suspense>
      )}
      <AdminBookingList
        key={tab}
        label="Bookings"
        list={list}
        empty={
          <EmptyState
            icon={ClipboardCheck}
            title="No bookings found"
            action={
              isFiltered(filter) && (
                <Button variant="outline" onClick={() => setFilter(emptyFilter)}>
                  Clear filters
                </Button>
              )
            }
          >
            {emptyText(tab, isFiltered(filter))}
          </EmptyState>
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

function emptyText(tab: Tab, filtered: boolean): string {
  if (filtered) return 'Nothing matches these filters.'
  return tab === 'unassigned' ? 'Every booking has its lab.' : 'Bookings appear here by themselves.'
}
