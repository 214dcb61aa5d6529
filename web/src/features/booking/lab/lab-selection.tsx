import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate } from '@jaanch/contracts/calendar'
import { Printer, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/features/booking/bookings-calls'
import { doWithEach, SelectionBar } from '@/features/booking/staff-bookings/selection-bar'
import { selection as texts } from '@/features/booking/staff-bookings/texts'
import { collectors as collectorTexts } from '@/features/collection/collectors/texts'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { advanceStatus, list as listTexts } from './texts'

const AssignCollector = lazyDialog(
  async () => (await import('@/features/collection/collectors/collector-dialogs')).AssignCollector,
)

type LabSelectionProps = { bookings: readonly BookingView[]; source: BookingSource; onClear: () => void }

export function LabSelection({ bookings, source, onClear }: LabSelectionProps) {
  const mayAssign = useMayInLab('front-desk')
  const [isAssigning, setAssigning] = useState(false)
  const pending = bookings.filter(({ status }) => status === 'pending')
  // a round is of one day
  const dates = new Set(
    bookings.map(({ scheduledDate, createdAt }) => scheduledDate ?? istDate(new Date(createdAt))),
  )
  const mayCollect = useMayInLab('front-desk', 'collector')
  const mayAdvance = useMayInLab('front-desk', 'technician')
  const date = dates.size === 1 ? [...dates][0] : undefined
  const { run, busy } = useCommand({
    send: () => doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), texts.confirmed),
    done: onClear,
    failed: advanceStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayCollect && date && (
        <ButtonLink
          icon={Printer}
          to={roundPath({ date, only: bookings.map(({ id }) => id) })}
          variant="outline"
        >
          {listTexts.printRound}
        </ButtonLink>
      )}
      {mayAssign && (
        <Button icon={UserRound} variant="outline" onClick={() => setAssigning(true)}>
          {collectorTexts.assign}
        </Button>
      )}
      {isAssigning && (
        <AssignCollector bookings={bookings} onDone={onClear} onClose={() => setAssigning(false)} />
      )}
      {mayAdvance && (
        <Button loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
          {texts.confirm(pending.length)}
        </Button>
      )}
    </SelectionBar>
  )
}
