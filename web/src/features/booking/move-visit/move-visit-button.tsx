import type { BookingView } from '@jaanch/booking/booking-view'
import { slotStart } from '@jaanch/contracts/calendar'
import { customerMoves } from '@jaanch/contracts/vocabulary'
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import { isBeforeCollection } from '@/features/booking/visit/status'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { SupportContact } from '@/ui/support-contact'

const MoveVisitDialog = lazyDialog(async () => (await import('./move-visit-dialog')).MoveVisitDialog)

type MoveVisitButtonProps = {
  booking: BookingView
  /** The bookings of a visit of several people: the dialog offers to move each of them alone */
  people?: readonly BookingView[]
}

/** Moves a customer's visit; says why not if it is too late. */
export function MoveVisitButton({ booking, people }: MoveVisitButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const reasonId = useId()
  if (!isBeforeCollection(booking)) return null
  const reason = whyNotMovable(booking, new Date())
  return (
    <>
      <Button
        icon={CalendarClock}
        variant="outline"
        size="sm"
        disabled={reason !== undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => setOpen(true)}
      >
        <Named of={booking.packageName}>Move visit</Named>
      </Button>
      {reason && (
        <p id={reasonId} className="basis-full text-ink-soft text-xs">
          {reason}
        </p>
      )}
      {reason && <SupportContact lead="To move it all the same:" className="basis-full text-ink-soft" />}
      {isOpen && (
        <MoveVisitDialog booking={booking} by="customer" people={people} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

const twoHoursMs = 2 * 3_600_000

/** @returns why its customer cannot move a visit that has not begun; undefined if they can */
export function whyNotMovable(
  booking: Pick<BookingView, 'scheduledDate' | 'scheduledTime' | 'customerMoves'>,
  now: Date,
): string | undefined {
  const { scheduledDate: date, scheduledTime: time } = booking
  if (booking.customerMoves >= customerMoves) {
    return 'You have moved this visit three times. Please call us to move it again.'
  }
  if (date !== null && time !== null && slotStart(date, time).getTime() - now.getTime() < twoHoursMs) {
    return 'A visit can be moved until two hours before it begins.'
  }
  return undefined
}
