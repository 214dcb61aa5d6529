import type { BookingView } from '@jaanch/booking/booking-view'
import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { patientText, testsText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/features/booking/bookings-calls'
import { MoveVisitButton } from '@/features/booking/move-visit/move-visit-button'
import { offersReport } from '@/features/booking/visit/status'
import { paths, reportOfPath } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Named } from '@/ui/named'
import { DeclineOrder, RecollectionActions } from './recollection-actions'
import { cancelLater, confirmOrder as confirmTexts, row as rowTexts, cancelBooking as texts } from './texts'

type BookingActionsProps = {
  booking: BookingView
  /** The other people who are still visited; undefined for a booking on a card of its own */
  others?: readonly BookingView[] | undefined
  onReview: (bookingId: string) => void
}

/** What a customer can do with a booking in its status. On the card of a visit, that moves all and says why it can't be cancelled. */
export function BookingActions({ booking, others, onReview }: BookingActionsProps) {
  const isInVisit = others !== undefined
  switch (booking.status) {
    case 'pending_customer_confirmation':
      if (booking.recollection) return <RecollectionActions booking={booking} onReview={onReview} />
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <Named of={testsText(booking)}>{confirmTexts.label}</Named>
          </Button>
          <DeclineOrder booking={booking} size="sm" className="max-sm:grow" />
          {!isInVisit && <MoveVisitButton booking={booking} />}
        </div>
      )
    case 'pending':
      return (
        !isInVisit && (
          <div className="flex flex-wrap items-center gap-3">
            <MoveVisitButton booking={booking} />
            <CancelLater />
          </div>
        )
      )
    case 'confirmed':
      return (
        <div className="flex flex-wrap gap-3">
          {!isInVisit && <MoveVisitButton booking={booking} />}
          <CancelBooking booking={booking} others={others ?? []} />
        </div>
      )
    default:
      return offersReport(booking) && <ViewReport booking={booking} />
  }
}

function ViewReport({ booking }: { booking: BookingView }) {
  return (
    <ButtonLink
      icon={FileText}
      variant="soft"
      size="sm"
      to={reportOfPath(booking.id)}
      className="max-sm:w-full"
    >
      <Named of={testsText(booking)}>{rowTexts.report}</Named>
    </ButtonLink>
  )
}

/** Why there is no button that cancels, and whom to ask. */
export function CancelLater({ isVisit = false }: { isVisit?: boolean }) {
  return (
    <p className="text-ink-soft text-xs">
      {isVisit ? cancelLater.visit : cancelLater.booking} {cancelLater.questions}{' '}
      <Link
        to={paths.support}
        className="inline-flex min-h-6 items-center font-semibold text-brand underline"
      >
        {cancelLater.support}
      </Link>
    </p>
  )
}

type CancelBookingProps = { booking: BookingView; others: readonly BookingView[] }

function CancelBooking({ booking, others }: CancelBookingProps) {
  const { run, busy } = useCommand({
    ...texts.command,
    send: () => changeBookingStatus(booking.id, 'cancelled', 'customer-request'),
  })
  return (
    <ConfirmButton size="sm" {...texts.question(booking, others)} loading={busy} onConfirm={run}>
      <Named
        of={`${testsText(booking)}${booking.visitId ? ` ${rowTexts.forPerson(patientText(booking.familyMember))}` : ''}`}
      >
        {texts.label}
      </Named>
    </ConfirmButton>
  )
}
