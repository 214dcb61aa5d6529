import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { memo, useEffect, useRef } from 'react'
import { BeforeVisit } from '@/components/booking/before-visit'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { amountText } from '@/components/booking/recollection-texts'
import { ReportExpected } from '@/components/booking/report-expected'
import { ReportReadyBadge, StatusBadge } from '@/components/booking/status'
import {
  labText,
  numberText,
  otherTestsOf,
  patientText,
  visitText,
  whenText,
} from '@/components/booking/texts'
import { VisitApproach } from '@/components/booking/visit-approach'
import { BookingHelp } from '@/components/messages/booking-help'
import { CalendarLinks } from '@/components/move-visit/calendar-links'
import { isBeforeCollection } from '@/components/move-visit/why-not-movable'
import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { AfterVisit } from './after-visit'
import { BookingActions } from './booking-actions'
import { BookingReview } from './booking-review'
import { NewSampleNote, RefundNote } from './recollection-actions'
import { paymentText, row as rowTexts } from './texts'

type BookingRowProps = {
  booking: BookingView
  /** The booking of the address: highlighted and focused */
  isHighlighted?: boolean
  onReview: (bookingId: string) => void
}

/** Memoised: a new page of a long list renders only the new rows. */
export const BookingRow = memo(function BookingRow({
  booking,
  isHighlighted = false,
  onReview,
}: BookingRowProps) {
  const otherTests = otherTestsOf(booking)
  const visit = visitText(booking)
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
            <ReportReadyBadge booking={booking} />
            <span className="text-ink-soft text-xs tabular-nums">{numberText(booking)}</span>
            {visit && <span className="text-ink-soft text-xs tabular-nums">{visit}</span>}
          </div>
          <NewSampleNote booking={booking} />
          <div className="mt-2.5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id={heading} ref={title} tabIndex={-1} className="font-semibold text-base outline-none">
                {booking.packageName}
              </h2>
              {otherTests.length > 0 && <p className="text-ink-soft">{rowTexts.others(otherTests)}</p>}
              <p className="font-bold text-base tabular-nums">{amountText(booking)}</p>
            </div>
            <BookingActions booking={booking} onReview={onReview} />
          </div>
          <RefundNote booking={booking} />
          <Facts booking={booking} />
          <ReportExpected booking={booking} />
          {isBeforeCollection(booking) && (
            <>
              <VisitApproach bookings={[booking]} className="mt-4" />
              <BeforeVisit bookings={[booking]} className="mt-4" />
            </>
          )}
          <AfterVisit booking={booking} />
          {booking.status === 'completed' && !booking.recollection && <BookingReview booking={booking} />}
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
  const facts = [
    [rowTexts.when, whenText(booking)],
    [rowTexts.patient, patientText(booking.familyMember)],
    [rowTexts.lab, labText(booking)],
    [rowTexts.payment, paymentText(booking)],
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
