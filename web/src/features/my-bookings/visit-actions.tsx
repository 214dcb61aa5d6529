import { canCancelVisit, type Visit } from '@/components/booking/visits'
import { MoveVisitButton } from '@/components/move-visit/move-visit-button'
import { isBeforeCollection } from '@/components/move-visit/why-not-movable'
import { useCommand } from '@/components/use-command'
import { cancelVisit } from '@/lib/resources/bookings'
import { ConfirmButton } from '@/ui/confirm-button'
import { cancelVisit as texts } from './texts'

/** What a customer may do with all people of a visit together. */
export function VisitActions({ visit }: { visit: Visit }) {
  const open = visit.bookings.filter(({ status }) => status !== 'cancelled')
  const [first] = open
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {first && visit.isWhole && open.every(isBeforeCollection) && <MoveVisitButton booking={first} />}
      {canCancelVisit(visit) && <CancelVisit visit={visit} />}
    </div>
  )
}

function CancelVisit({ visit }: { visit: Visit }) {
  const [first] = visit.bookings
  const { run, busy } = useCommand({ ...texts.command, send: async () => first && cancelVisit(first.id) })
  return (
    <ConfirmButton size="sm" {...texts.question(visit)} loading={busy} onConfirm={run}>
      {texts.label}
    </ConfirmButton>
  )
}
