import { Inbox } from 'lucide-react'
import { Suspense, useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { useBookingParam } from '@/components/staff-bookings/use-booking-param'
import {
  type BookingFilter,
  emptyFilter,
  isFiltered,
  useBookingCounts,
  useBookingPages,
} from '@/lib/resources/bookings'
import { useDebounced } from '@/lib/timing'
import { useUnseenBookings } from '@/lib/unseen-bookings'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Tabs } from '@/ui/tabs'
import { LabBookingCard } from './lab-booking-card'
import { LazyCollectionPanel } from './lazy-collection-panel'
import { NewBookingsBar } from './new-bookings-bar'

const BookingDialog = lazyDialog(
  async () => (await import('@/components/staff-bookings/booking-dialog')).BookingDialog,
)

export type LabTab = 'all' | 'confirmed' | 'in-progress' | 'completed'

type LabBookingsViewProps = {
  /** The label of the tab 'all' */
  allLabel: string
  tab: LabTab
  onTab: (tab: LabTab) => void
  filter?: BookingFilter
  onFilter?: (filter: BookingFilter) => void
  /** Shows the dashboard's specified buttons without a function */
  withStubs?: boolean
}

export function LabBookingsView({
  allLabel,
  tab,
  onTab,
  filter = emptyFilter,
  onFilter,
  withStubs = false,
}: LabBookingsViewProps) {
  const counts = useBookingCounts()
  const arrivals = useUnseenBookings()
  const bookingParam = useBookingParam()
  const list = useBookingPages(tab, useDebounced(filter))
  const filtered = isFiltered(filter)
  /** Counts the requests to show new bookings: each starts the list at its top */
  const [listVersion, setListVersion] = useState(0)

  function showNewBookings() {
    onTab('all')
    onFilter?.(emptyFilter)
    setListVersion(listVersion + 1)
    window.scrollTo({ top: 0 })
  }

  return (
    <>
      <NewBookingsBar onShow={showNewBookings} />
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
        <PagedList
          key={`${tab} ${listVersion}`}
          label="Bookings"
          list={list}
          estimate={270}
          skeletons={{ count: 4, itemClassName: 'h-64' }}
          empty={
            <EmptyState
              icon={Inbox}
              title="No bookings found"
              action={
                filtered &&
                onFilter && (
                  <Button variant="outline" onClick={() => onFilter(emptyFilter)}>
                    Clear filters
                  </Button>
                )
              }
            >
              {filtered
                ? 'Nothing matches these filters.'
                : 'New bookings appear here by themselves once an admin assigns them to you.'}
            </EmptyState>
          }
        >
          {(booking) => (
            <LabBookingCard
              booking={booking}
              withStubs={withStubs}
              isNew={arrivals.has(booking.id)}
              onOpen={() => bookingParam.open(booking.id)}
            />
          )}
        </PagedList>
      </Tabs>
      <Suspense>
        {bookingParam.id && (
          <BookingDialog id={bookingParam.id} onClose={bookingParam.close}>
            <section className="rounded-xl bg-sunken p-4" aria-label="Collection details">
              <LazyCollectionPanel bookingId={bookingParam.id} />
            </section>
          </BookingDialog>
        )}
      </Suspense>
    </>
  )
}
