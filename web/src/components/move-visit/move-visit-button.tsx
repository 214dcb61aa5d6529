import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import { patientText } from '@/components/booking/texts'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { SupportContact } from '@/ui/support-contact'
import { isBeforeCollection, whyNotMovable } from './why-not-movable'

const MoveVisitDialog = lazyDialog(async () => (await import('./move-visit-dialog')).MoveVisitDialog)

type MoveVisitButtonProps = {
  booking: BookingView
  /** On the row of one person of a visit: the dialog offers first to move them alone */
  isAlone?: boolean
}

/** Moves a customer's visit; says why not if it is too late. */
export function MoveVisitButton({ booking, isAlone = false }: MoveVisitButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const reasonId = useId()
  if (!isBeforeCollection(booking)) return null
  const reason = whyNotMovable(booking, new Date())
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        disabled={reason !== undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => setOpen(true)}
      >
        <CalendarClock aria-hidden />
        <span>
          Move visit
          <span className="sr-only">
            {' '}
            {booking.packageName}
            {isAlone && ` for ${patientText(booking.familyMember)}`}
          </span>
        </span>
      </Button>
      {reason && (
        <p id={reasonId} className="basis-full text-ink-soft text-xs">
          {reason}
        </p>
      )}
      {reason && <SupportContact lead="To move it all the same:" className="basis-full text-ink-soft" />}
      {isOpen && (
        <MoveVisitDialog booking={booking} by="customer" isAlone={isAlone} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
