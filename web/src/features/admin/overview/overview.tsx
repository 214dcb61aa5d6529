import {
  Activity,
  ArrowRight,
  CircleCheck,
  ClipboardList,
  IndianRupee,
  type LucideIcon,
  MessageSquareText,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { StatRow } from '@/components/stat-row'
import { countText, rupeesText } from '@/lib/format/numbers'
import { paths } from '@/lib/paths'
import { useBookingCounts, useBookingsSummary } from '@/lib/resources/bookings'
import type { DashboardTab } from '../dashboard-tabs'
import { PlatformSummary } from './platform-summary'
import { QuickActions } from './quick-actions'
import { RecentBookings } from './recent-bookings'
import { TopLabs } from './top-labs'

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
          { name: 'Total Bookings', value: countText(counts.all), icon: ClipboardList },
          { name: 'Active Bookings', value: countText(summary?.active), icon: Activity },
          { name: 'Completed', value: countText(counts.completed), icon: CircleCheck },
          { name: 'Revenue', value: summary && rupeesText(summary.revenue), icon: IndianRupee },
        ]}
      />
      <QuickActions onTab={onTab} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <RecentBookings onAll={() => onTab('bookings')} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          <TopLabs />
          <PlatformSummary />
          <PageLink to={paths.adminReviews} icon={MessageSquareText} label="Reviews" />
          <PageLink to={paths.adminOperations} icon={Workflow} label="Operations" />
        </div>
      </div>
      {analytics}
    </div>
  )
}

type PageLinkProps = { to: string; icon: LucideIcon; label: string }

/** To a page that is in no menu. */
function PageLink({ to, icon: Icon, label }: PageLinkProps) {
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
