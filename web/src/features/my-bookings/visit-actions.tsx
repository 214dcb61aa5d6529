import { canCancelVisit, peopleText, type Visit } from '@/components/booking/visits'
import { MoveVisitButton } from '@/components/move-visit/move-visit-button'
import { isBeforeCollection } from '@/components/move-visit/why-not-movable'
import { toastFailure } from '@/components/toast-failure'
import { cancelVisit } from '@/lib/resources/bookings'
import { ConfirmButton } from '@/ui/confirm-button'
import { toast } from '@/ui/toast-store'

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
  async function cancel() {
    const [first] = visit.bookings
    try {
      if (first) await cancelVisit(first.id)
      toast.success('Booking status updated successfully')
    } catch (error) {
      toastFailure('Failed to update booking status', error, { repeat: () => void cancel() })
    }
  }

  return (
    <ConfirmButton
      size="sm"
      title="Cancel the whole visit?"
      description={`${peopleText(visit)}: nobody will come to collect the samples. This can't be taken back.`}
      confirmLabel="Cancel visit"
      cancelLabel="Keep visit"
      onConfirm={cancel}
    >
      Cancel visit
    </ConfirmButton>
  )
}
