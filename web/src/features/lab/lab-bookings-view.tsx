import { Inbox, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { BookingFilters } from '@/components/staff-bookings/booking-filters'
import { StaffBookingList } from '@/components/staff-bookings/booking-list'
import { NoBookings } from '@/components/staff-bookings/no-bookings'
import { useReportDialog } from '@/components/staff-bookings/use-report-dialog'
import { useBookingCounts, useBookingPages } from '@/lib/resources/bookings'
import { useDebounced } from '@/lib/timing'
import { useUnseenBookings } from '@/lib/unseen-bookings'
import { Button } from '@/ui/button'
import { Tabs } from '@/ui/tabs'
import { LabBookingCard } from './lab-booking-card'
import { LazyCollectionPanel } from './lazy-collection-panel'
import { booking as bookingTexts, list as texts } from './texts'

export type LabTab = 'all' | 'confirmed' | 'in-progress' | 'completed'

type LabBookingsViewProps = {
  allLabel: string
  tab: LabTab
  onTab: (tab: LabTab) => void
  filters: BookingFilters
  /** Shows the dashboard's specified buttons without a function */
  withStubs?: boolean
}

export function LabBookingsView({ allLabel, tab, onTab, filters, withStubs = false }: LabBookingsViewProps) {
  const counts = useBookingCounts()
  const arrivals = useUnseenBookings()
  const list = useBookingPages(tab, useDebounced(filters.filter))
  const reports = useReportDialog(list.rows)
  /** Counts the requests to show new bookings: each starts the list at its top */
  const [listVersion, setListVersion] = useState(0)

  function showNewBookings() {
    onTab('all')
    filters.clear()
    setListVersion(listVersion + 1)
    window.scrollTo({ top: 0 })
  }

  return (
    <>
      <NewBookingsBar onShow={showNewBookings} />
      <Tabs
        label={texts.label}
        tabs={[
          { value: 'all', label: allLabel, count: counts.all },
          { value: 'confirmed', label: texts.tabs.confirmed, count: counts.confirmed },
          { value: 'in-progress', label: texts.tabs.inProgress, count: counts['in-progress'] },
          { value: 'completed', label: texts.tabs.completed, count: counts.completed },
        ]}
        value={tab}
        onChange={onTab}
      >
        <StaffBookingList
          key={`${tab} ${listVersion}`}
          label={texts.label}
          list={list}
          estimate={270}
          skeletons={{ count: 4, itemClassName: 'h-64' }}
          empty={
            <NoBookings icon={Inbox} filters={filters}>
              {texts.none}
            </NoBookings>
          }
          card={(bookings, onOpen) => (
            <LabBookingCard
              bookings={bookings}
              withStubs={withStubs}
              isNew={bookings.some(({ id }) => arrivals.has(id))}
              onOpen={onOpen}
              onReport={reports.open}
            />
          )}
          details={(id) => (
            <section className="rounded-xl bg-sunken p-4" aria-label={bookingTexts.collection}>
              <LazyCollectionPanel bookingId={id} />
            </section>
          )}
        />
      </Tabs>
      {reports.dialog}
    </>
  )
}

/** Shows the number of new bookings and a button that scrolls to them. */
function NewBookingsBar({ onShow }: { onShow: () => void }) {
  const count = useUnseenBookings().size
  if (count === 0) return null
  return (
    <div
      role="status"
      className="sticky top-19 z-10 mb-4 flex animate-rise flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-accent bg-accent-soft py-2 pr-2 pl-4 text-accent-ink shadow-card"
    >
      <span className="flex items-center gap-2 font-semibold">
        <Sparkles className="size-4" aria-hidden />
        {texts.arrived(count)}
      </span>
      <Button variant="accent" size="sm" onClick={onShow}>
        {texts.show}
      </Button>
    </div>
  )
}
