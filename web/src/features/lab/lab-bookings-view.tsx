import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { BookingDialog } from '@/components/booking-desk/booking-dialog'
import { isFiltered, noFilter } from '@/components/booking-desk/no-filter'
import { useOpened } from '@/components/booking-desk/use-opened'
import { WindowList } from '@/components/list/window-list'
import { type BookingFilter, useBookingCounts, useBookingPages } from '@/lib/api/bookings'
import { useArrivals } from '@/lib/arrivals'
import { useLate } from '@/lib/use-late'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { CollectionPanel } from './collection-panel'
import { LabBookingCard } from './lab-booking-card'
import { NewBookingsBar } from './new-bookings-bar'

export type LabTab = 'all' | 'confirmed' | 'in-progress' | 'completed'

type LabBookingsViewProps = {
  /** 'All' on the dashboard, 'All Bookings' on the bookings page */
  allLabel: string
  tab: LabTab
  onTab: (tab: LabTab) => void
  filter?: BookingFilter
  onFilter?: (filter: BookingFilter) => void
  /** The dashboard's stubs beside Update Status */
  withStubs?: boolean
}

export function LabBookingsView({
  allLabel,
  tab,
  onTab,
  filter = noFilter,
  onFilter,
  withStubs = false,
}: LabBookingsViewProps) {
  const counts = useBookingCounts()
  const arrivals = useArrivals()
  const opened = useOpened()
  const { rows, loading, more, hasMore, failed } = useBookingPages(tab, useLate(filter))
  const filtered = isFiltered(filter)
  const [key, setKey] = useState(0)

  function showNew() {
    onTab('all')
    onFilter?.(noFilter)
    setKey(key + 1)
    window.scrollTo({ top: 0 })
  }

  return (
    <>
      <NewBookingsBar onShow={showNew} />
      <Tabs
        label="Bookings"
        tabs={[
          { value: 'all', label: allLabel, count: counts.all },
          { value: 'confirmed', label: 'Confirmed', count: counts.confirmed },
          { value: 'in-progress', label: 'In Progress', count: counts['in-progress'] },
          { value: 'completed', label: 'Completed', count: counts.completed },
        ]}
        value={tab}
        onChange={onTab}
      >
        {loading && <SkeletonList count={4} className="grid grid-cols-1 gap-3" itemClassName="h-64" />}
        {!loading && rows.length === 0 && (
          <EmptyState
            icon={Inbox}
            title="No bookings found"
            action={
              filtered &&
              onFilter && (
                <Button variant="outline" onClick={() => onFilter(noFilter)}>
                  Clear filters
                </Button>
              )
            }
          >
            {filtered
              ? 'Nothing matches these filters.'
              : 'New bookings appear here by themselves once an admin assigns them to you.'}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <WindowList
            key={`${tab} ${key}`}
            label="Bookings"
            rows={rows}
            estimate={270}
            hasMore={hasMore}
            onMore={more}
            failed={failed}
          >
            {(booking) => (
              <LabBookingCard
                booking={booking}
                withStubs={withStubs}
                isNew={arrivals.has(booking.id)}
                onOpen={() => opened.open(booking.id)}
              />
            )}
          </WindowList>
        )}
      </Tabs>
      {opened.id && (
        <BookingDialog id={opened.id} onClose={opened.close}>
          <section className="rounded-xl bg-sunken p-4" aria-label="Collection details">
            <CollectionPanel bookingId={opened.id} instructions={null} />
          </section>
        </BookingDialog>
      )}
    </>
  )
}
