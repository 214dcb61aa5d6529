import type { BookingView } from '@jaanch/contracts/http/bookings'
import { doWithEach, SelectionBar } from '@/components/staff-bookings/selection-bar'
import { selection as texts } from '@/components/staff-bookings/texts'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { changeStatus } from './texts'

type AdminSelectionProps = {
  bookings: readonly BookingView[]
  source: BookingSource | undefined
  onAssign: () => void
  onClear: () => void
}

export function AdminSelection({ bookings, source, onAssign, onClear }: AdminSelectionProps) {
  const pending = bookings.filter(({ status, labPartnerId }) => status === 'pending' && labPartnerId !== null)
  const { run, busy } = useCommand({
    send: () => doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), texts.confirmed),
    done: onClear,
    failed: changeStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      <Button onClick={onAssign}>{texts.assign(bookings.length)}</Button>
      <Button variant="outline" loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
        {texts.confirm(pending.length)}
      </Button>
    </SelectionBar>
  )
}
