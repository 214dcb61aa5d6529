import type { BookingView } from '@jaanch/contracts/http/bookings'
import { doWithEach, SelectionBar } from '@/components/staff-bookings/selection-bar'
import { selection as texts } from '@/components/staff-bookings/texts'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { advanceStatus } from './texts'

type LabSelectionProps = { bookings: readonly BookingView[]; source: BookingSource; onClear: () => void }

export function LabSelection({ bookings, source, onClear }: LabSelectionProps) {
  const pending = bookings.filter(({ status }) => status === 'pending')
  const { run, busy } = useCommand({
    send: () => doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), texts.confirmed),
    done: onClear,
    failed: advanceStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      <Button loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
        {texts.confirm(pending.length)}
      </Button>
    </SelectionBar>
  )
}
