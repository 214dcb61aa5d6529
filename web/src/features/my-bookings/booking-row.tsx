import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FileText } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { StatusBadge } from '@/components/booking/status'
import {
  otherTestsOf,
  patientText,
  paymentTexts,
  testsText,
  visitText,
  whenText,
} from '@/components/booking/texts'
import { BookingHelp } from '@/components/messages/booking-help'
import { CalendarLinks } from '@/components/move-visit/calendar-links'
import { MoveVisitButton } from '@/components/move-visit/move-visit-button'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { reportOfPath } from '@/lib/paths'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { DescriptionList } from '@/ui/description-list'
import { BookingReview } from './booking-review'
import { DeclineOrder } from './decline-order'
import { confirmOrder as confirmTexts, row as rowTexts, cancelBooking as texts } from './texts'

type BookingRowProps = {
  booking: BookingView
  /** The booking of the address: highlighted and focused */
  isHighlighted?: boolean
  /** Of one person, on the card of a visit */
  isInVisit?: boolean
  onReview: (bookingId: string) => void
}

/** Memoised: a new page of a long list renders only the new rows. */
export const BookingRow = memo(function BookingRow({
  booking,
  isHighlighted = false,
  isInVisit = false,
  onReview,
}: BookingRowProps) {
  const otherTests = otherTestsOf(booking)
  const Heading = isInVisit ? 'h3' : 'h2'
  const visit = isInVisit ? undefined : visitText(booking)
  const heading = `booking-${booking.id}`
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isHighlighted) title.current?.focus({ preventScroll: true })
  }, [isHighlighted])
  return (
    <Card className={cn('overflow-hidden', isHighlighted && 'border-brand ring-1 ring-brand')}>
      <article aria-labelledby={heading}>
        <div className="p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {booking.status === 'pending_customer_confirmation' && <StatusBadge status="action-required" />}
            <StatusBadge status={booking.status} />
            <span className="text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            {booking.orderNumber && (
              <span className="text-ink-soft text-xs tabular-nums">
                {rowTexts.order(booking.orderNumber)}
              </span>
            )}
            {visit && <span className="text-ink-soft text-xs tabular-nums">{visit}</span>}
          </div>
          <div className="mt-2.5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <Heading
                id={heading}
                ref={title}
                tabIndex={-1}
                className="font-semibold text-base outline-none"
              >
                {booking.packageName}
              </Heading>
              {otherTests.length > 0 && <p className="text-ink-soft">{rowTexts.others(otherTests)}</p>}
              <p className="font-bold text-base tabular-nums">{rupeesText(booking.finalAmount)}</p>
            </div>
            <BookingActions booking={booking} isInVisit={isInVisit} onReview={onReview} />
          </div>
          <Facts booking={booking} />
          {booking.status === 'completed' && <BookingReview booking={booking} />}
          <CalendarLinks booking={booking} />
        </div>
        <div className="border-t bg-sunken/50 p-5">
          <BookingTimeline booking={booking} />
        </div>
        <BookingHelp booking={booking} />
      </article>
    </Card>
  )
})

function Facts({ booking }: { booking: BookingView }) {
  const payment =
    booking.paymentStatus === 'paid'
      ? rowTexts.paid
      : booking.status === 'cancelled'
        ? rowTexts.notDue
        : rowTexts.due
  const facts = [
    [rowTexts.when, whenText(booking)],
    [rowTexts.patient, patientText(booking.familyMember)],
    [rowTexts.lab, booking.labPartnerName ?? rowTexts.noLab(booking.status)],
    [rowTexts.payment, `${paymentTexts[booking.paymentMethod]}, ${payment}`],
  ] as const
  return (
    <>
      <DescriptionList
        items={facts}
        className="mt-4 grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4"
        detailsClassName="text-balance tabular-nums"
      />
      {booking.specialInstructions && (
        <p className="mt-3 text-ink-soft text-sm">“{booking.specialInstructions}”</p>
      )}
    </>
  )
}

type BookingActionsProps = {
  booking: BookingView
  /** Of one person, on the card of a visit */
  isInVisit: boolean
  onReview: (bookingId: string) => void
}

function BookingActions({ booking, isInVisit, onReview }: BookingActionsProps) {
  const srName = <span className="sr-only"> {testsText(booking)}</span>
  switch (booking.status) {
    case 'pending_customer_confirmation':
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <span>
              {confirmTexts.label}
              {srName}
            </span>
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
          <span>
            {rowTexts.report}
            {srName}
          </span>
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
          {booking.visitId && ` ${rowTexts.forPerson(patientText(booking.familyMember))}`}
        </span>
      </span>
    </ConfirmButton>
  )
}
