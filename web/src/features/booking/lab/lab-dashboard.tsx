import { CircleCheck, ClipboardList, Download, FlaskConical, IndianRupee, Settings } from 'lucide-react'
import { Suspense, useState } from 'react'
import { StatRow } from '@/components/stat-row'
import { useBookingCounts, useBookingsSummary } from '@/features/booking/bookings-calls'
import { FilterButton, OpenFilters } from '@/features/booking/staff-bookings/booking-filters'
import { useBookingFilters } from '@/features/booking/staff-bookings/use-booking-filters'
import { exportLabel, useExport } from '@/features/booking/staff-bookings/use-export'
import { countText, rupeesText } from '@/lib/format/numbers'
import { useUser } from '@/lib/session/session-context'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { LabBookingsView, LabLinks, labTabs } from './lab-bookings-view'

const texts = {
  title: 'Dashboard',
  filter: 'Filter',
  settings: 'Settings',
  bookings: 'Bookings',
  all: 'All',
  total: 'Total Bookings',
  inProgress: 'In Progress',
  completed: 'Completed',
  revenue: 'Revenue',
}

const CapacityDialog = lazyDialog(
  async () => (await import('@/features/booking/capacity/capacity-dialog')).CapacityDialog,
)

const CapacityNotice = lazyPart(
  async () => (await import('@/features/booking/capacity/capacity-notice')).CapacityNotice,
)

export function LabDashboard() {
  const { name, labPartnerId } = useUser()
  const filters = useBookingFilters(labTabs)
  const isOwner = useMayInLab()
  const [isCapacityOpen, setCapacityOpen] = useState(false)

  const { run, busy } = useExport()

  return (
    <>
      <PageHeading title={texts.title} description={name}>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:[&>button]:px-2">
          <FilterButton filters={filters}>{texts.filter}</FilterButton>
          <Button icon={Download} variant="outline" loading={busy} onClick={() => void run(filters)}>
            {exportLabel}
          </Button>
          {isOwner && (
            <Button icon={Settings} variant="outline" onClick={() => setCapacityOpen(true)}>
              {texts.settings}
            </Button>
          )}
        </div>
      </PageHeading>
      <StatCards />
      {isOwner && labPartnerId && <Notice labPartnerId={labPartnerId} />}
      <OpenFilters filters={filters} className="mt-6" />
      <div className="mt-8 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold text-base">{texts.bookings}</h2>
        <LabLinks />
      </div>
      <LabBookingsView allLabel={texts.all} filters={filters} withStubs />
      {isCapacityOpen && labPartnerId && (
        <CapacityDialog labPartnerId={labPartnerId} labName={name} onClose={() => setCapacityOpen(false)} />
      )}
    </>
  )
}

/** Its height is there before its text, so that nothing moves. */
function Notice({ labPartnerId }: { labPartnerId: string }) {
  return (
    <div className="mt-4 min-h-30 sm:min-h-18 lg:min-h-12">
      <Suspense>
        <CapacityNotice labPartnerId={labPartnerId} />
      </Suspense>
    </div>
  )
}

function StatCards() {
  const counts = useBookingCounts()
  const isOwner = useMayInLab()
  const summary = useBookingsSummary(isOwner)
  return (
    <StatRow
      stats={[
        { name: texts.total, value: countText(counts.all), icon: ClipboardList },
        { name: texts.inProgress, value: countText(counts['in-progress']), icon: FlaskConical },
        { name: texts.completed, value: countText(counts.completed), icon: CircleCheck },
        ...(isOwner
          ? [
              {
                name: texts.revenue,
                value: summary && rupeesText(summary.revenue),
                icon: IndianRupee,
              },
            ]
          : []),
      ]}
    />
  )
}
