import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { doWithEach, SelectionBar } from '@/components/staff-bookings/selection-bar'
import { selection as texts } from '@/components/staff-bookings/texts'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/lib/resources/bookings'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { canBeAssigned } from './admin-booking-items'
import { changeStatus } from './texts'

type AdminSelectionProps = {
  bookings: readonly BookingView[]
  source: BookingSource | undefined
  onAssign: (bookings: readonly BookingView[]) => void
  onClear: () => void
}

/** Those who may not change bookings only export them. */
export function AdminSelection({ bookings, source, onAssign, onClear }: AdminSelectionProps) {
  const mayChange = useMay('manager')
  // the lab of one is that of all people of its visit
  const assignable = bookings
    .filter(canBeAssigned)
    .filter(
      ({ visitId }, index, all) => !visitId || all.findIndex((each) => each.visitId === visitId) === index,
    )
  const pending = bookings.filter(({ status, labPartnerId }) => status === 'pending' && labPartnerId !== null)
  const { run, busy } = useCommand({
    send: () => doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), texts.confirmed),
    done: onClear,
    failed: changeStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayChange && (
        <>
          <Button disabled={assignable.length === 0} onClick={() => onAssign(assignable)}>
            {texts.assign(assignable.length)}
          </Button>
          <Button variant="outline" loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
            {texts.confirm(pending.length)}
          </Button>
        </>
      )}
    </SelectionBar>
  )
}
