import type { BookingView } from '@jaanch/booking/booking-view'
import { FileText } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import {
  labText,
  numberText,
  otherTestsOf,
  patientText,
  testsText,
  visitText,
  whenText,
} from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/features/booking/bookings-calls'
import { BookingHelp } from '@/features/booking/messages/booking-messages'
import { UnreadMessages } from '@/features/booking/messages/unread-messages'
import { CalendarLinks, isBeforeCollection } from '@/features/booking/move-visit/calendar-links'
import { MoveVisitButton } from '@/features/booking/move-visit/move-visit-button'
import { BeforeVisit } from '@/features/booking/visit/before-visit'
import { BookingTimeline } from '@/features/booking/visit/booking-timeline'
import { amountText } from '@/features/booking/visit/recollection-texts'
import { offersReport, ReportExpected, ReportReadyBadge, StatusBadge } from '@/features/booking/visit/status'
import { VisitApproach } from '@/features/booking/visit/visit-approach'
import { VisitCard } from '@/features/booking/visit/visit-card'
import { canCancelVisit, leastAdvanced, type Visit } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { paths, reportOfPath } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { DescriptionList } from '@/ui/description-list'
import { Named } from '@/ui/named'
import { AfterVisit, BookingReview } from './after-visit'
import { cancelVisit } from './calls'
import { DeclineOrder, NewSampleNote, RecollectionActions, RefundNote } from './recollection-actions'
import {
  cancelBooking as cancelBookingTexts,
  cancelLater,
  confirmOrder as confirmTexts,
  paymentText,
  row as rowTexts,
  cancelVisit as texts,
} from './texts'

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

function VisitActions({ visit }: { visit: Visit }) {
  const open = visit.bookings.filter(({ status }) => status !== 'cancelled')
  const [first] = open
  const isPending = open.some(({ status }) => status === 'pending')
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {first && visit.isWhole && open.every(isBeforeCollection) && (
        <MoveVisitButton booking={first} people={open} />
      )}
      {canCancelVisit(visit) && <CancelVisit visit={visit} />}
      {isPending && <CancelLater isVisit />}
    </div>
  )
}

function CancelVisit({ visit }: { visit: Visit }) {
  const [first] = visit.bookings
  const { run, busy } = useCommand({ ...texts.command, send: async () => first && cancelVisit(first.id) })
  return (
    <ConfirmButton size="sm" {...texts.question(visit)} loading={busy} onConfirm={run}>
      {texts.label}
    </ConfirmButton>
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
          {otherTests.length > 0 && <p className="text-ink-soft">{rowTexts.others(otherTests)}</p>}
        </div>
        <p className="shrink-0 font-semibold tabular-nums">{rupeesText(booking.finalAmount)}</p>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft text-xs tabular-nums">
        {hasStatus && <StatusBadge status={booking.status} />}
        <ReportReadyBadge booking={booking} />
        <span>{numberText(booking)}</span>
        <span>{labText(booking)}</span>
        <span>{paymentText(booking)}</span>
        <UnreadMessages bookingId={booking.id} />
      </div>
      {booking.specialInstructions && (
        <p className="mt-1.5 text-ink-soft text-sm">“{booking.specialInstructions}”</p>
      )}
      <div className="mt-2 empty:hidden">
        <BookingActions booking={booking} others={others} onReview={onReview} />
      </div>
      <AfterVisit booking={booking} />
      {booking.status === 'completed' && <BookingReview booking={booking} />}
    </article>
  )
})

type BookingActionsProps = {
  booking: BookingView
  /** The other people who are still visited; undefined for a booking on a card of its own */
  others?: readonly BookingView[] | undefined
  onReview: (bookingId: string) => void
}

/** The customer's actions for a booking in its status. The card of a visit moves all of its people, and says why it can't be cancelled. */
function BookingActions({ booking, others, onReview }: BookingActionsProps) {
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
function CancelLater({ isVisit = false }: { isVisit?: boolean }) {
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
    ...cancelBookingTexts.command,
    send: () => changeBookingStatus(booking.id, 'cancelled', 'customer-request'),
  })
  return (
    <ConfirmButton size="sm" {...cancelBookingTexts.question(booking, others)} loading={busy} onConfirm={run}>
      <Named
        of={`${testsText(booking)}${booking.visitId ? ` ${rowTexts.forPerson(patientText(booking.familyMember))}` : ''}`}
      >
        {cancelBookingTexts.label}
      </Named>
    </ConfirmButton>
  )
}
