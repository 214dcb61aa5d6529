import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FileText } from 'lucide-react'
import { patientText, testsText } from '@/components/booking/texts'
import { MoveVisitButton } from '@/components/move-visit/move-visit-button'
import { useCommand } from '@/components/use-command'
import { reportOfPath } from '@/lib/paths'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { DeclineOrder } from './decline-order'
import { cancelBooking as texts } from './texts'

type BookingActionsProps = {
  booking: BookingView
  /** Of one person, on the card of a visit */
  isInVisit: boolean
  onReview: (bookingId: string) => void
}

/** What a customer may do with a booking, by its status (specification, section 4). */
export function BookingActions({ booking, isInVisit, onReview }: BookingActionsProps) {
  const srName = <span className="sr-only"> {testsText(booking)}</span>
  switch (booking.status) {
    case 'pending_customer_confirmation':
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <span>Confirm Order{srName}</span>
          </Button>
          <DeclineOrder booking={booking} size="sm" className="max-sm:grow" />
          <MoveVisitButton booking={booking} isAlone={isInVisit} />
        </div>
      )
    case 'pending':
      return (
        <div className="flex flex-wrap gap-3">
          <MoveVisitButton booking={booking} isAlone={isInVisit} />
        </div>
      )
    case 'confirmed':
      return (
        <div className="flex flex-wrap gap-3">
          <MoveVisitButton booking={booking} isAlone={isInVisit} />
          <CancelBooking booking={booking} />
        </div>
      )
    case 'completed':
      return (
        <ButtonLink variant="soft" size="sm" to={reportOfPath(booking.id)} className="max-sm:w-full">
          <FileText aria-hidden />
          <span>View Report{srName}</span>
        </ButtonLink>
      )
    default:
      return null
  }
}

function CancelBooking({ booking }: { booking: BookingView }) {
  const { run, busy } = useCommand({
    ...texts.command,
    send: () => changeBookingStatus(booking.id, 'cancelled', 'customer-request'),
  })
  return (
    <ConfirmButton size="sm" {...texts.question(booking)} loading={busy} onConfirm={run}>
      <span>
        {texts.label}
        <span className="sr-only">
          {' '}
          {testsText(booking)}
          {booking.visitId && ` for ${patientText(booking.familyMember)}`}
        </span>
      </span>
    </ConfirmButton>
  )
}
