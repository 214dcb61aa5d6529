import { ClipboardCheck, FilePlus2, type LucideIcon, Microscope, PackagePlus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useBookingCounts } from '@/lib/resources/bookings'
import { useAllLabs } from '@/lib/resources/labs'
import { useAllPrescriptions } from '@/lib/resources/prescriptions'
import type { DashboardTab } from '../dashboard-tabs'

/** The most frequent tasks of an admin, each with the number of open items. */
export function QuickActions({ onTab }: { onTab: (tab: DashboardTab) => void }) {
  const navigate = useNavigate()
  const counts = useBookingCounts()
  const waitingLabs = useAllLabs().rows.filter(({ status }) => status === 'applied').length
  const prescriptions = useAllPrescriptions('pending')
  const pending = `${prescriptions.rows.length}${prescriptions.hasMore ? '+' : ''}`
  return (
    <section
      aria-label="Quick actions"
      className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4"
    >
      <Action
        icon={ClipboardCheck}
        label="Assign Labs"
        description={`${counts.unassigned ?? 0} bookings without a lab`}
        onClick={() => onTab('bookings')}
      />
      <Action
        icon={Microscope}
        label="Review Labs"
        description={`${waitingLabs} awaiting approval`}
        onClick={() => onTab('approvals')}
      />
      <Action
        icon={FilePlus2}
        label="Review Prescriptions"
        description={`${pending} waiting for review`}
        onClick={() => onTab('prescriptions')}
      />
      <Action
        icon={PackagePlus}
        label="Add Package"
        description="Put a test or package on offer"
        onClick={() => navigate(`${paths.adminPackages}?new=1`)}
      />
    </section>
  )
}

type ActionProps = { icon: LucideIcon; label: string; description: string; onClick: () => void }

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
