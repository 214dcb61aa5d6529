import type { BookingView } from '@jaanch/contracts/http/bookings'
import { ClipboardCheck, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BookingDialog } from '@/components/booking-desk/booking-dialog'
import { isFiltered, noFilter } from '@/components/booking-desk/no-filter'
import { useOpened } from '@/components/booking-desk/use-opened'
import { WindowList } from '@/components/list/window-list'
import { useBookingCounts, useBookingPages } from '@/lib/api/bookings'
import { useLate } from '@/lib/use-late'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { AdminBookingCard } from './admin-booking-card'
import { AssignDialog } from './assign-dialog'

const FilterPanel = lazy(async () => ({
  default: (await import('@/components/booking-desk/filter-panel')).FilterPanel,
}))

type Tab = 'unassigned' | 'assigned' | 'completed' | 'all'

/** The shared view of bookings: on the console and on a page of its own. */
export function ManageBookings() {
  const [tab, setTab] = useState<Tab>('unassigned')
  const [filter, setFilter] = useState(noFilter)
  const [filtering, setFiltering] = useState(false)
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  const opened = useOpened()
  const counts = useBookingCounts()
  const { rows, loading, more, hasMore, failed } = useBookingPages(tab, useLate(filter))

  return (
    <>
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
            aria-expanded={filtering}
            className="shrink-0 max-sm:w-full sm:self-start"
            onClick={() => setFiltering(!filtering)}
          >
            <SlidersHorizontal aria-hidden />
            Search and filter
          </Button>
        }
      >
        {filtering && (
          <div className="mb-5">
            <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
              <FilterPanel filter={filter} onChange={setFilter} />
            </Suspense>
          </div>
        )}
        {loading && <SkeletonList count={4} className="grid grid-cols-1 gap-3" itemClassName="h-32" />}
        {!loading && rows.length === 0 && (
          <EmptyState
            icon={ClipboardCheck}
            title="No bookings found"
            action={
              isFiltered(filter) && (
                <Button variant="outline" onClick={() => setFilter(noFilter)}>
                  Clear filters
                </Button>
              )
            }
          >
            {emptyText(tab, isFiltered(filter))}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <WindowList
            key={tab}
            label="Bookings"
            rows={rows}
            estimate={130}
            hasMore={hasMore}
            onMore={more}
            failed={failed}
          >
            {(booking) => (
              <AdminBookingCard
                booking={booking}
                onAssign={() => setAssigning(booking)}
                onOpen={() => opened.open(booking.id)}
              />
            )}
          </WindowList>
        )}
      </Tabs>
      {assigning && <AssignDialog booking={assigning} onClose={() => setAssigning(null)} />}
      {opened.id && <BookingDialog id={opened.id} onClose={opened.close} />}
    </>
  )
}

function emptyText(tab: Tab, filtered: boolean): string {
  if (filtered) return 'Nothing matches these filters.'
  return tab === 'unassigned' ? 'Every booking has its lab.' : 'Bookings appear here by themselves.'
}
