import type { LabRole } from '@jaanch/contracts/staff-roles'
import {
  ChartColumn,
  FileUp,
  Inbox,
  type LucideIcon,
  Printer,
  Route,
  Ruler,
  Sparkles,
  TestTubes,
  Users,
  Wallet,
} from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useBookingCounts, useBookingPages } from '@/features/booking/bookings-calls'
import { ListSearch, NoBookings } from '@/features/booking/staff-bookings/booking-filters'
import { listSettings, StaffBookingList } from '@/features/booking/staff-bookings/booking-list'
import { tableColumns } from '@/features/booking/staff-bookings/texts'
import type { BookingFilters } from '@/features/booking/staff-bookings/use-booking-filters'
import { useReportDialog } from '@/features/booking/staff-bookings/use-report-dialog'
import { LazyCollectionPanel } from '@/features/collection/panel/lazy-collection-panel'
import { CriticalLink } from '@/features/report/critical-banner/critical-link'
import { invalidateMatching, onStatusChange } from '@/lib/cache/live-cache'
import { paths, roundPath } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { isForLab, useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { Tabs } from '@/ui/tabs'
import { LabBookingCard } from './lab-booking-card'
import { markSeen, useUnseenBookings } from './unseen-bookings'

const texts = {
  label: 'Bookings',
  tabs: { confirmed: 'Confirmed', inProgress: 'In Progress', completed: 'Completed' },
  none: 'New bookings appear here by themselves once an admin assigns them to you.',
  arrived: (count: number) => (count === 1 ? '1 new booking' : `${count} new bookings`),
  show: 'Show',
  print: 'Print',
  collection: 'Collection details',
}

const LabTable = lazyPart(async () => (await import('./lab-table')).LabTable)
const RecordFor = lazyPart(
  async () => (await import('@/features/collection/record-for/record-for')).RecordFor,
)
const LabSelection = lazyPart(async () => (await import('./lab-table')).LabSelection)

export const labTabs = ['all', 'confirmed', 'in-progress', 'completed'] as const
type LabTab = (typeof labTabs)[number]

type LabBookingsViewProps = {
  allLabel: string
  filters: BookingFilters<LabTab>
  /** Shows the dashboard's specified buttons without a function */
  withStubs?: boolean
}

export function LabBookingsView({ allLabel, filters, withStubs = false }: LabBookingsViewProps) {
  const { tab, day, filter } = filters
  const counts = useBookingCounts()
  const arrivals = useUnseenBookings()
  const list = useBookingPages(tab, filter)
  useNamesOnceConfirmed()
  const mayCollect = useMayInLab('front-desk', 'collector')
  const reports = useReportDialog(list.rows)
  /** Counts the requests to show new bookings: each starts the list at its top */
  const [listVersion, setListVersion] = useState(0)
  const tools = useRef<HTMLDivElement>(null)

  function showNewBookings() {
    filters.showNewest()
    // a table marks nothing as new
    if (listSettings.get().layout === 'table') for (const id of arrivals) markSeen(id)
    setListVersion(listVersion + 1)
    tools.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <>
      <NewBookingsBar onShow={showNewBookings} />
      {/* below the header and the bar of the new ones */}
      <div ref={tools} className="scroll-mt-36">
        <Tabs
          label={texts.label}
          tabs={[
            { value: 'all', label: allLabel, count: counts.all },
            { value: 'confirmed', label: texts.tabs.confirmed, count: counts.confirmed },
            { value: 'in-progress', label: texts.tabs.inProgress, count: counts['in-progress'] },
            { value: 'completed', label: texts.tabs.completed, count: counts.completed },
          ]}
          value={tab}
          onChange={filters.showTab}
        >
          <StaffBookingList
            listKey={`${tab} ${day} ${filter.sort} ${listVersion}`}
            label={texts.label}
            // the bar says what is new: nothing waits behind a second button
            list={{ ...list, key: null }}
            firstLayout={day === '' ? 'cards' : 'table'}
            isByVisit={filter.sort === 'visit'}
            estimate={270}
            skeletons={{ count: 4, itemClassName: 'h-64' }}
            tools={
              <>
                <ListSearch filters={filters} page="lab-bookings" />
                {mayCollect && (
                  <ButtonLink
                    icon={Printer}
                    to={roundPath({ date: day || filter.from || 'today' })}
                    variant="outline"
                  >
                    {texts.print}
                  </ButtonLink>
                )}
              </>
            }
            table={(props) => <LabTable {...props} onReport={reports.open} />}
            columns={columns}
            shortcuts={['advance', 'select', 'report']}
            selection={(bookings, clear) => (
              <LabSelection bookings={bookings} source={{ tab, filter }} onClear={clear} />
            )}
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
            details={(id) =>
              mayCollect && (
                <section className="rounded-xl bg-sunken p-4" aria-label={texts.collection}>
                  <LazyCollectionPanel bookingId={id} />
                  <Suspense>
                    <RecordFor bookingId={id} />
                  </Suspense>
                </section>
              )
            }
          />
        </Tabs>
      </div>
      {reports.dialog}
    </>
  )
}

/** Many that are confirmed together are fetched once, ms */
const refetchDelayMs = 400

const columns = tableColumns('when', 'order', 'patient', 'tests', 'area', 'payment', 'status')

/** A lab sees people from the confirmation on, but neither answers nor pushes name them: its lists are fetched again. */
function useNamesOnceConfirmed(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onStatusChange(({ before, after }) => {
      if (after.status !== 'confirmed' || before?.status === 'confirmed') return
      clearTimeout(timer)
      timer = setTimeout(() => invalidateMatching(/^\/api\/bookings\?/), refetchDelayMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
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

const links: readonly { to: string; label: string; icon: LucideIcon; roles: readonly LabRole[] }[] = [
  { to: paths.labRound, label: 'My round', icon: Route, roles: [] },
  { to: paths.labTubes, label: 'Tubes', icon: TestTubes, roles: ['front-desk', 'technician'] },
  {
    to: paths.labQuality,
    label: 'Quality',
    icon: ChartColumn,
    roles: ['front-desk', 'technician', 'pathologist'],
  },
  { to: paths.labImport, label: 'Import results', icon: FileUp, roles: ['technician', 'pathologist'] },
  { to: paths.labCash, label: 'Cash', icon: Wallet, roles: ['front-desk'] },
  { to: paths.labIntervals, label: 'Intervals', icon: Ruler, roles: ['technician', 'pathologist'] },
  { to: paths.labStaff, label: 'People', icon: Users, roles: [] },
]

/** Leads to the other pages of a lab, as far as the role may open them. */
export function LabLinks() {
  const user = useUser()
  return (
    <div className="flex flex-wrap gap-2">
      {isForLab(user, ['technician', 'pathologist']) && <CriticalLink />}
      {links
        .filter(({ roles }) => isForLab(user, roles))
        .map(({ to, label, icon }) => (
          <ButtonLink icon={icon} key={to} to={to} variant="outline">
            {label}
          </ButtonLink>
        ))}
    </div>
  )
}
