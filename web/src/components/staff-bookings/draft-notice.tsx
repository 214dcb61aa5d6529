import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { FileClock, Undo2 } from 'lucide-react'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { useMayInLab } from '@/lib/session/staff'
import { ButtonLink } from '@/ui/button'
import { draft as texts } from './late-texts'

/** A report of the booking waits for a pathologist, or was sent back by one. */
export function DraftNotice({ draft }: { draft: NonNullable<BookingDetail['draft']> }) {
  const isOfLab = useUser().role === 'lab-partner'
  const mayOpen = useMayInLab('technician', 'pathologist') && isOfLab
  const Icon = draft.isReturned ? Undo2 : FileClock
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-accent-soft px-4 py-2.5 text-accent-ink">
      <p className="flex min-w-0 items-center gap-2.5">
        <Icon className="size-5 shrink-0" aria-hidden />
        {draft.isReturned ? texts.returned : texts.waiting}
      </p>
      {mayOpen && (
        <ButtonLink
          to={`${paths.labReports}?${new URLSearchParams({ id: draft.id })}`}
          variant="outline"
          size="sm"
        >
          {texts.open}
        </ButtonLink>
      )}
    </div>
  )
}
