import type { StaffRole } from '@jaanch/contracts/staff-roles'
import {
  Activity,
  ArrowRight,
  ChartColumn,
  CircleCheck,
  ClipboardCheck,
  ClipboardList,
  FilePlus2,
  IndianRupee,
  type LucideIcon,
  MessageSquareText,
  Microscope,
  PackagePlus,
  PhoneCall,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { testsText, whenText } from '@/components/booking/texts'
import { BookingNumber } from '@/components/history/history-link'
import { StatRow } from '@/components/stat-row'
import { useAllLabs, useTopLabs } from '@/features/account/labs-calls'
import { useBookingCounts, useBookings, useBookingsSummary } from '@/features/booking/bookings-calls'
import { useAllPrescriptions } from '@/features/booking/prescriptions-calls'
import { StatusBadge } from '@/features/booking/visit/status'
import { countText, rupeesText } from '@/lib/format/numbers'
import { paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import * as texts from './texts'
import { PlatformSummary, TakenToday } from './totals'

export type DashboardTab = 'overview' | 'approvals' | 'bookings' | 'prescriptions'

/** Specification, section 9. */
const limit = 5

function RecentBookings({ onAll }: { onAll: () => void }) {
  const { rows, loading } = useBookings('all', limit)
  return (
    <Panel
      title={texts.recentBookings.title}
      action={
        <Button variant="ghost" size="sm" onClick={onAll}>
          {texts.recentBookings.viewAll}
        </Button>
      }
    >
      {!loading && rows.length === 0 && <p className="p-5 text-ink-soft">{texts.recentBookings.none}</p>}
      <ul className="grid grid-cols-1 divide-y">
        {loading &&
          Array.from({ length: limit }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index} className="h-16 px-4 py-2.5 sm:px-5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="mt-2 h-4 w-3/4" />
            </li>
          ))}
        {rows.slice(0, limit).map((booking) => (
          <li
            key={booking.id}
            className="flex min-h-16 animate-rise items-center justify-between gap-x-4 px-4 py-1.5 sm:px-5"
          >
            <div className="min-w-0">
              <p className="truncate font-semibold">{testsText(booking)}</p>
              <p className="truncate text-ink-soft text-xs tabular-nums">
                <BookingNumber id={booking.id} className="hover:underline" /> · {whenText(booking)}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-0.5 sm:flex-row sm:items-center sm:gap-3">
              <span className="font-semibold tabular-nums">{rupeesText(booking.finalAmount)}</span>
              <StatusBadge status={booking.status} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type OverviewProps = {
  onTab: (tab: DashboardTab) => void
  attention?: ReactNode
  analytics?: ReactNode
}

export function Overview({ onTab, attention, analytics }: OverviewProps) {
  const counts = useBookingCounts()
  const summary = useBookingsSummary()
  return (
    <div className="grid grid-cols-1 gap-6">
      {attention}
      <StatRow
        stats={[
          { name: texts.overview.totalBookings, value: countText(counts.all), icon: ClipboardList },
          { name: texts.overview.activeBookings, value: countText(summary?.active), icon: Activity },
          { name: texts.overview.completed, value: countText(counts.completed), icon: CircleCheck },
          { name: texts.overview.revenue, value: summary && rupeesText(summary.revenue), icon: IndianRupee },
        ]}
      />
      <QuickActions onTab={onTab} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        <div className="grid min-w-0 grid-cols-1 content-start gap-6 lg:col-span-2">
          <RecentBookings onAll={() => onTab('bookings')} />
          <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
            {pages.map((page) => (
              <PageLink key={page.to} {...page} />
            ))}
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          <TopLabs />
          <TakenToday />
          <PlatformSummary />
        </div>
      </div>
      {analytics}
    </div>
  )
}

type Page = { to: string; icon: LucideIcon; label: string; admins: readonly StaffRole[] }

const pages: readonly Page[] = [
  { to: paths.adminReviews, icon: MessageSquareText, label: 'Reviews', admins: ['manager', 'support'] },
  { to: paths.adminOperations, icon: Workflow, label: 'Operations', admins: ['support', 'operator'] },
  { to: paths.adminQuality, icon: ChartColumn, label: 'Quality', admins: ['manager', 'support', 'medical'] },
  { to: paths.adminCritical, icon: PhoneCall, label: 'Urgent calls', admins: ['medical'] },
]

/** Leads to a page that has no entry in the menu; nothing for admins who do not see it. */
function PageLink({ to, icon: Icon, label, admins }: Page) {
  if (!useMay(...admins)) return null
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-xl border bg-surface px-4 py-2 shadow-card transition-colors hover:border-brand hover:bg-brand-soft/50 sm:px-5"
    >
      <Icon className="size-5 text-brand-ink" aria-hidden />
      <span className="grow font-semibold text-base">{label}</span>
      <ArrowRight className="size-4 text-ink-soft" aria-hidden />
    </Link>
  )
}

function QuickActions({ onTab }: { onTab: (tab: DashboardTab) => void }) {
  const navigate = useNavigate()
  const mayChange = useMay('manager')
  const { unassigned } = useBookingCounts()
  const waitingLabs = useAllLabs().data?.filter(({ status }) => status === 'applied').length
  const { data: prescriptions, hasMore } = useAllPrescriptions('pending')
  const pending = prescriptions && `${prescriptions.length}${hasMore ? '+' : ''}`
  return (
    <section
      aria-label={texts.actions.label}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4"
    >
      {mayChange && (
        <>
          <Action
            icon={ClipboardCheck}
            label={texts.actions.assign.label}
            description={known(unassigned, texts.actions.assign.description)}
            onClick={() => onTab('bookings')}
          />
          <Action
            icon={Microscope}
            label={texts.actions.reviewLabs.label}
            description={known(waitingLabs, texts.actions.reviewLabs.description)}
            onClick={() => onTab('approvals')}
          />
        </>
      )}
      <Action
        icon={FilePlus2}
        label={mayChange ? texts.actions.prescriptions.label : texts.actions.prescriptions.readersLabel}
        description={known(pending, texts.actions.prescriptions.description)}
        onClick={() => onTab('prescriptions')}
      />
      {mayChange && (
        <Action
          icon={PackagePlus}
          label={texts.actions.addPackage.label}
          description={texts.actions.addPackage.description}
          onClick={() => navigate(`${paths.adminPackages}?new=1`)}
        />
      )}
    </section>
  )
}

type ActionProps = {
  icon: LucideIcon
  label: string
  description: string
  onClick: () => void
}

/** Until the count is known there is an empty line: 0 would be untrue. */
function known<Count>(count: Count | undefined, describe: (count: Count) => string): string {
  return count === undefined ? '\u00a0' : describe(count)
}

function Action({ icon: Icon, label, description, onClick }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-18 items-center gap-3.5 rounded-xl border bg-surface p-3.5 text-left shadow-card transition-colors hover:border-brand hover:bg-brand-soft/50"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink">
        <Icon className="size-5" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        <span className="block truncate text-ink-soft text-xs tabular-nums">{description}</span>
      </span>
    </button>
  )
}

function TopLabs() {
  const { rows, loading } = useTopLabs()
  const maxBookings = Math.max(1, rows[0]?.bookings ?? 0)
  return (
    <Panel title={texts.topLabs.title}>
      <ol className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        {loading && ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} className="h-13 w-full" />)}
        {!loading && rows.length === 0 && <li className="text-ink-soft">{texts.topLabs.none}</li>}
        {rows.map((lab) => (
          <li key={lab.id} className="min-h-13">
            <div className="flex items-baseline justify-between gap-3">
              <p className="min-w-0 truncate font-semibold">{lab.labName}</p>
              <p className="shrink-0 text-ink-soft text-xs tabular-nums">
                <span className="font-semibold text-ink text-sm">{countText(lab.bookings)}</span>{' '}
                {texts.topLabs.bookings(lab.bookings)}
              </p>
            </div>
            <p className="text-ink-soft text-xs">{lab.city ?? texts.topLabs.noCity}</p>
            <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
              <div
                className="h-full rounded-full bg-brand"
                style={{ width: `${(100 * lab.bookings) / maxBookings}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
