import {
  CircleCheck,
  ClipboardList,
  Download,
  FlaskConical,
  IndianRupee,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { StatRow } from '@/components/stat-row'
import { useCommand } from '@/components/use-command'
import { countText, rupeesText } from '@/lib/format/numbers'
import { emptyFilter, isFiltered, useBookingCounts, useBookingsSummary } from '@/lib/resources/bookings'
import { useUser } from '@/lib/session/session-context'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { LabBookingsView, type LabTab } from './lab-bookings-view'
import { exportBookings as texts } from './texts'

const FilterPanel = lazyPart(
  async () => (await import('@/components/staff-bookings/filter-panel')).FilterPanel,
  'min-h-40',
)
const CapacityDialog = lazyDialog(
  async () => (await import('@/components/capacity/capacity-dialog')).CapacityDialog,
)

export function LabDashboard() {
  useTitle('Dashboard')
  const { name, labPartnerId } = useUser()
  const [tab, setTab] = useState<LabTab>('all')
  const [filter, setFilter] = useState(emptyFilter)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [isCapacityOpen, setCapacityOpen] = useState(false)

  const { run, busy } = useCommand({
    async send() {
      const { exportBookings } = await import('@/components/staff-bookings/export-bookings')
      return exportBookings(tab, filter)
    },
    done: (count) => toast.success(texts.ready, texts.saved(count)),
    failed: texts.failed,
  })

  return (
    <>
      <PageHeading title="Dashboard" description={name}>
        <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-3 max-sm:[&>button]:px-2">
          <Button
            variant={isFiltered(filter) ? 'soft' : 'outline'}
            aria-expanded={isFilterOpen}
            onClick={() => setFilterOpen(!isFilterOpen)}
          >
            <SlidersHorizontal aria-hidden />
            Filter
          </Button>
          <Button variant="outline" loading={busy} onClick={() => void run()}>
            {!busy && <Download aria-hidden />}
            {texts.label}
          </Button>
          <Button variant="outline" onClick={() => setCapacityOpen(true)}>
            <Settings aria-hidden />
            Settings
          </Button>
        </div>
      </PageHeading>
      <StatCards />
      {isFilterOpen && (
        <div className="mt-6">
          <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
            <FilterPanel filter={filter} onChange={setFilter} />
          </Suspense>
        </div>
      )}
      <h2 className="mt-8 mb-4 font-semibold text-base">Bookings</h2>
      <LabBookingsView
        allLabel="All"
        tab={tab}
        onTab={setTab}
        filter={filter}
        onFilter={setFilter}
        withStubs
      />
      {isCapacityOpen && labPartnerId && (
        <CapacityDialog labPartnerId={labPartnerId} labName={name} onClose={() => setCapacityOpen(false)} />
      )}
    </>
  )
}

function StatCards() {
  const counts = useBookingCounts()
  const summary = useBookingsSummary()
  return (
    <StatRow
      stats={[
        { name: 'Total Bookings', value: countText(counts.all), icon: ClipboardList },
        { name: 'In Progress', value: countText(counts['in-progress']), icon: FlaskConical },
        { name: 'Completed', value: countText(counts.completed), icon: CircleCheck },
        { name: 'Revenue', value: summary && rupeesText(summary.revenue), icon: IndianRupee },
      ]}
    />
  )
}
