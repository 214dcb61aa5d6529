import type { BookingView } from '@jaanch/booking/booking-view'
import { memo, useEffect, useRef } from 'react'
import {
  labText,
  numberText,
  otherTestsOf,
  patientText,
  visitText,
  whenText,
} from '@/components/booking/texts'
import { BookingHelp } from '@/features/booking/messages/booking-messages'
import { UnreadMessages } from '@/features/booking/messages/unread-messages'
import { CalendarLinks } from '@/features/booking/move-visit/calendar-links'
import { BeforeVisit } from '@/features/booking/visit/before-visit'
import { BookingTimeline } from '@/features/booking/visit/booking-timeline'
import { factsOf, OwnNote, paymentFact } from '@/features/booking/visit/facts'
import { amountText } from '@/features/booking/visit/recollections'
import {
  isBeforeCollection,
  ReportExpected,
  ReportReadyBadge,
  StatusBadge,
} from '@/features/booking/visit/status'
import { VisitApproach } from '@/features/booking/visit/visit-approach'
import { VisitCard } from '@/features/booking/visit/visit-card'
import { leastAdvanced, type Visit } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { AfterVisit, BookingReview } from './after-visit'
import { BookingActions, VisitActions } from './booking-actions'

const recollectionTexts = {
  title: 'New sample needed – free of charge',
  text: (when: string) =>
    `The lab could not use a sample. We are sorry. Please confirm ${when}, or choose another time.`,
  refund:
    'A part of this booking is not tested, and you do not pay for it. We will call you about the refund.',
  refundOfCancelled: 'What you paid for this booking goes back to you. We will call you about the refund.',
}

type VisitRowProps = {
  visit: Visit
  highlightedId?: string | undefined
  onReview: (bookingId: string) => void
}

/** The booking of a visit for one person, or one card for all of its people. */
export function VisitRow({ visit, highlightedId, onReview }: VisitRowProps) {
  const { bookings } = visit
  const [first] = bookings
  if (!first) return null
  if (bookings.length === 1) {
    return <BookingRow booking={first} isHighlighted={first.id === highlightedId} onReview={onReview} />
  }
  const visited = bookings.filter(({ status }) => status !== 'cancelled' && status !== 'completed')
  const hasStatus = new Set(bookings.map(({ status }) => status)).size > 1
  const shown = leastAdvanced(bookings)
  return (
    <VisitCard
      visit={visit}
      isHighlighted={highlightedId !== undefined}
      actions={<VisitActions visit={visit} />}
      details={<VisitDetails visit={visit} />}
    >
      {bookings.map((booking) => (
        <PersonRow
          key={booking.id}
          booking={booking}
          others={visited.filter((other) => other !== booking)}
          hasStatus={hasStatus}
          isHighlighted={booking.id === highlightedId}
          onReview={onReview}
        />
      ))}
      {shown && (
        <div className="px-2 pt-2">
          <BookingTimeline booking={shown} />
        </div>
      )}
      {shown && <BookingHelp booking={shown} />}
    </VisitCard>
  )
}

function VisitDetails({ visit: { bookings } }: { visit: Visit }) {
  const open = bookings.filter(isBeforeCollection)
  const [first] = open
  if (!first) return null
  return (
    <>
      <VisitApproach bookings={open} />
      <BeforeVisit bookings={open} className="mt-4" />
      <CalendarLinks booking={first} />
    </>
  )
}

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
              {otherTests.length > 0 && <p className="text-ink-soft">{`and ${otherTests.join(', ')}`}</p>}
              <p className="font-bold text-base tabular-nums">{amountText(booking)}</p>
            </div>
            <BookingActions booking={booking} onReview={onReview} />
          </div>
          <RefundNote booking={booking} />
          <DescriptionList
            items={factsOf(booking, 'customer')}
            className="mt-4 grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4"
            detailsClassName="text-balance tabular-nums"
          />
          <OwnNote booking={booking} className="mt-3" />
          <ReportExpected booking={booking} />
          {isBeforeCollection(booking) && (
            <>
              <VisitApproach bookings={[booking]} />
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

/** Says on the card of a recollection what it is, while it waits for the customer. */
function NewSampleNote({ booking }: { booking: BookingView }) {
  if (!booking.recollection || booking.status !== 'pending_customer_confirmation') return null
  return (
    <div className="mt-3 rounded-xl bg-accent-soft p-4 text-accent-ink">
      <p className="font-semibold">{recollectionTexts.title}</p>
      <p className="mt-1 text-sm tabular-nums">{recollectionTexts.text(whenText(booking))}</p>
    </div>
  )
}

/** Announces the refund of a part of a booking, until it is paid. */
function RefundNote({ booking }: { booking: BookingView }) {
  const { refund, status, paymentStatus } = booking
  if (refund?.isSettled !== false) return null
  const isAllPaidBack = status === 'cancelled' && paymentStatus === 'paid'
  return (
    <p className="mt-4 rounded-xl bg-accent-soft p-4 text-accent-ink text-sm">
      {isAllPaidBack ? recollectionTexts.refundOfCancelled : recollectionTexts.refund}
    </p>
  )
}

type PersonRowProps = {
  booking: BookingView
  /** The other people of the visit who are still visited */
  others: readonly BookingView[]
  /** The people are in several statuses: each row shows its own */
  hasStatus: boolean
  /** The booking of the address: highlighted and focused */
  isHighlighted: boolean
  onReview: (bookingId: string) => void
}

/** One person on the card of a visit; what all share is on the card. */
const PersonRow = memo(function PersonRow({
  booking,
  others,
  hasStatus,
  isHighlighted,
  onReview,
}: PersonRowProps) {
  const heading = `booking-${booking.id}`
  const otherTests = otherTestsOf(booking)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isHighlighted) title.current?.focus({ preventScroll: true })
  }, [isHighlighted])
  return (
    <article
      aria-labelledby={heading}
      className={cn(
        'rounded-xl border bg-surface px-4 py-3',
        isHighlighted && 'border-brand ring-1 ring-brand',
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-ink-soft text-xs">{patientText(booking.familyMember)}</p>
          <h3 id={heading} ref={title} tabIndex={-1} className="font-semibold outline-none">
            {booking.packageName}
          </h3>
          {otherTests.length > 0 && <p className="text-ink-soft">{`and ${otherTests.join(', ')}`}</p>}
        </div>
        <p className="shrink-0 font-semibold tabular-nums">{rupeesText(booking.finalAmount)}</p>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft text-xs tabular-nums">
        {hasStatus && <StatusBadge status={booking.status} />}
        <ReportReadyBadge booking={booking} />
        <span>{numberText(booking)}</span>
        <span>{labText(booking)}</span>
        <span>{paymentFact(booking, 'customer')}</span>
        <UnreadMessages bookingId={booking.id} />
      </div>
      <OwnNote booking={booking} className="mt-1.5" />
      <div className="mt-2 empty:hidden">
        <BookingActions booking={booking} others={others} onReview={onReview} />
      </div>
      <AfterVisit booking={booking} />
      {booking.status === 'completed' && <BookingReview booking={booking} />}
    </article>
  )
})
