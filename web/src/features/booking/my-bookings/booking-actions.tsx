import type { BookingView } from '@jaanch/booking/booking-view'
import { hasBegun } from '@jaanch/contracts/calendar'
import { CalendarClock, Check, FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { cancelDialogTexts, patientText, testsText, whenText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { changeBookingStatus } from '@/features/booking/bookings-calls'
import { MoveVisitButton } from '@/features/booking/move-visit/move-visit-button'
import { isBeforeCollection, offersReport } from '@/features/booking/visit/status'
import { canCancelVisit, peopleText, type Visit } from '@/features/booking/visit/visits'
import { hasCode } from '@/lib/http/api-error'
import { paths, reportOfPath } from '@/lib/paths'
import { useNow } from '@/lib/timing'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { cancelVisit, confirmOrder, declineOrder } from './calls'

const texts = {
  confirmOrder: 'Confirm Order',
  report: 'View Report',
  forPerson: (person: string) => `for ${person}`,
}

const cancelTexts = {
  command: {
    succeeded: 'Booking status updated successfully',
    failed: 'Failed to update booking status',
  },
  label: 'Cancel',
  /** @param others the people who are still visited */
  question(booking: BookingView, others: readonly BookingView[]) {
    const question = cancelDialogTexts(booking)
    if (!booking.visitId) return question
    const who = patientText(booking.familyMember)
    if (others.length === 0) return { ...question, description: `${who}, ${question.description}` }
    const description = `${who}, ${testsText(booking)}: no sample is collected for this person. The visit still takes place for ${peopleText({ bookings: others })}. This can't be taken back.`
    return { ...question, description }
  },
  visit: 'Cancel visit',
  visitQuestion: (visit: Visit) => ({
    title: 'Cancel the whole visit?',
    description: `${peopleText(visit)}: nobody will come to collect the samples. This can't be taken back.`,
    confirmLabel: 'Cancel visit',
    cancelLabel: 'Keep visit',
  }),
  later: 'It can be cancelled once the lab has confirmed it.',
  visitLater: 'It can be cancelled once the lab has confirmed all of its people.',
  questions: 'Questions:',
  support: 'Support',
}

const recollectionTexts = {
  confirm: 'Confirm',
  another: 'Another time',
  succeeded: (when: string) => ['New collection confirmed', `${when}. There is nothing to pay.`] as const,
  failed: 'Failed to confirm the new collection',
}

const declineTexts = {
  label: 'Decline',
  order: {
    succeeded: ['Order declined', 'Nothing was booked, and there is nothing to pay.'],
    failed: 'Failed to decline booking',
    question: (booking: BookingView) => ({
      title: 'Decline this order?',
      description: `${testsText(booking)}: the order is cancelled and nothing is booked. This can't be taken back.`,
      confirmLabel: 'Decline order',
      cancelLabel: 'Keep order',
    }),
  },
  recollection: {
    succeeded: ['No new sample', 'These tests are not done. We will call you about the refund.'],
    failed: 'Failed to decline the new collection',
    question: (booking: BookingView) => ({
      title: 'No new sample?',
      description: `${testsText(booking)}: no new sample is collected, and we call you about the refund. This can't be taken back.`,
      confirmLabel: 'No new sample',
      cancelLabel: 'Keep',
    }),
  },
} as const

type BookingActionsProps = {
  booking: BookingView
  /** The other people who are still visited; undefined for a booking on a card of its own */
  others?: readonly BookingView[] | undefined
  onReview: (bookingId: string) => void
}

/** The customer's actions for a booking in its status. The card of a visit moves all of its people, and says why it can't be cancelled. */
export function BookingActions({ booking, others, onReview }: BookingActionsProps) {
  const isInVisit = others !== undefined
  switch (booking.status) {
    case 'pending_customer_confirmation':
      if (booking.recollection) return <RecollectionActions booking={booking} onReview={onReview} />
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <Named of={testsText(booking)}>{texts.confirmOrder}</Named>
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
      <Named of={testsText(booking)}>{texts.report}</Named>
    </ButtonLink>
  )
}

/** Explains why there is no button that cancels, and whom to ask. */
function CancelLater({ isVisit = false }: { isVisit?: boolean }) {
  return (
    <p className="text-ink-soft text-xs">
      {isVisit ? cancelTexts.visitLater : cancelTexts.later} {cancelTexts.questions}{' '}
      <Link
        to={paths.support}
        className="inline-flex min-h-6 items-center font-semibold text-brand underline"
      >
        {cancelTexts.support}
      </Link>
    </p>
  )
}

type CancelBookingProps = { booking: BookingView; others: readonly BookingView[] }

function CancelBooking({ booking, others }: CancelBookingProps) {
  const { run, busy } = useCommand({
    ...cancelTexts.command,
    send: () => changeBookingStatus(booking.id, 'cancelled', 'customer-request'),
  })
  return (
    <ConfirmButton size="sm" {...cancelTexts.question(booking, others)} loading={busy} onConfirm={run}>
      <Named
        of={`${testsText(booking)}${booking.visitId ? ` ${texts.forPerson(patientText(booking.familyMember))}` : ''}`}
      >
        {cancelTexts.label}
      </Named>
    </ConfirmButton>
  )
}

/** The customer's actions for a visit of several people. */
export function VisitActions({ visit }: { visit: Visit }) {
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
  const { run, busy } = useCommand({
    ...cancelTexts.command,
    send: async () => first && cancelVisit(first.id),
  })
  return (
    <ConfirmButton size="sm" {...cancelTexts.visitQuestion(visit)} loading={busy} onConfirm={run}>
      {cancelTexts.visit}
    </ConfirmButton>
  )
}

type RecollectionActionsProps = { booking: BookingView; onReview: (bookingId: string) => void }

/** A new sample, free of charge: confirmed for the proposed time with one press, or at another time in the dialog of orders. */
function RecollectionActions({ booking, onReview }: RecollectionActionsProps) {
  const now = useNow(60_000)
  const { scheduledDate: date, scheduledTime: time } = booking
  const isOver = date !== null && time !== null && hasBegun(date, time, now)
  const { run, busy } = useCommand({
    send: () => confirmOrder(booking.id, {}),
    succeeded: recollectionTexts.succeeded(whenText(booking)),
    failed: recollectionTexts.failed,
    onFailure(error) {
      if (hasCode(error, 'slot-full', 'proposal-over')) onReview(booking.id)
    },
  })
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full">
      {!isOver && (
        <Button icon={Check} size="sm" loading={busy} className="max-sm:grow" onClick={() => void run()}>
          <Named of={testsText(booking)}>{recollectionTexts.confirm}</Named>
        </Button>
      )}
      <Button
        icon={CalendarClock}
        variant={isOver ? 'primary' : 'outline'}
        size="sm"
        className="max-sm:grow"
        onClick={() => onReview(booking.id)}
      >
        <Named of={testsText(booking)}>{recollectionTexts.another}</Named>
      </Button>
      <DeclineOrder booking={booking} size="sm" className="max-sm:grow" />
    </div>
  )
}

type DeclineOrderProps = { booking: BookingView; size?: 'sm' | 'md'; className?: string }

export function DeclineOrder({ booking, size = 'md', className = '' }: DeclineOrderProps) {
  const texts = booking.recollection ? declineTexts.recollection : declineTexts.order
  const { run, busy } = useCommand({
    send: () => declineOrder(booking.id),
    done: () => toast.info(texts.succeeded[0], texts.succeeded[1]),
    failed: texts.failed,
  })
  return (
    <ConfirmButton {...{ size, className }} {...texts.question(booking)} loading={busy} onConfirm={run}>
      <Named of={testsText(booking)}>{declineTexts.label}</Named>
    </ConfirmButton>
  )
}
