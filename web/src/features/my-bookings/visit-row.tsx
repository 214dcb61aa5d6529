import { BeforeVisit } from '@/components/booking/before-visit'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { VisitApproach } from '@/components/booking/visit-approach'
import { VisitCard } from '@/components/booking/visit-card'
import { canCancelVisit, leastAdvanced, type Visit } from '@/components/booking/visits'
import { BookingHelp } from '@/components/messages/booking-help'
import { CalendarLinks } from '@/components/move-visit/calendar-links'
import { MoveVisitButton } from '@/components/move-visit/move-visit-button'
import { isBeforeCollection } from '@/components/move-visit/why-not-movable'
import { useCommand } from '@/components/use-command'
import { cancelVisit } from '@/lib/resources/bookings'
import { ConfirmButton } from '@/ui/confirm-button'
import { CancelLater } from './booking-actions'
import { BookingRow } from './booking-row'
import { PersonRow } from './person-row'
import { cancelVisit as texts } from './texts'

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
      <VisitApproach bookings={open} className="mt-4" />
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
