import { ClipboardCheck, FilePlus2, type LucideIcon, Microscope, PackagePlus } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useBookingCounts } from '@/lib/api/bookings'
import { useAllLabs } from '@/lib/api/labs'
import { useAllPrescriptions } from '@/lib/api/prescription-orders'
import { paths } from '@/lib/paths'
import type { ConsoleTab } from '../console-tabs'

/** What an admin does most, each with how much of it waits. */
export function QuickActions({ onTab }: { onTab: (tab: ConsoleTab) => void }) {
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
        name="Assign Labs"
        note={`${counts.unassigned ?? 0} bookings without a lab`}
        onPress={() => onTab('bookings')}
      />
      <Action
        icon={Microscope}
        name="Review Labs"
        note={`${waitingLabs} awaiting approval`}
        onPress={() => onTab('approvals')}
      />
      <Action
        icon={FilePlus2}
        name="Review Prescriptions"
        note={`${pending} waiting for review`}
        onPress={() => onTab('prescriptions')}
      />
      <Action
        icon={PackagePlus}
        name="Add Package"
        note="Put a test or package on offer"
        onPress={() => navigate(`${paths.adminPackages}?new=1`)}
      />
    </section>
  )
}

type ActionProps = { icon: LucideIcon; name: string; note: string; onPress: () => void }

function Action({ icon: Icon, name, note, onPress }: ActionProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-18 items-center gap-3.5 rounded-xl border bg-surface p-3.5 text-left shadow-card transition-colors hover:border-brand hover:bg-brand-soft/50"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink">
        <Icon className="size-5" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="block truncate text-ink-soft text-xs tabular-nums">{note}</span>
      </span>
    </button>
  )
}
