import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { patientText, visitHeading, whenText } from '@/components/booking/texts'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { Card } from '@/ui/card'
import { Named } from '@/ui/named'
import { bookingStatusStyles, StatusBadge } from './status'
import { isComing, peopleText, statusOfVisit, totalOfVisit, type Visit } from './visits'

type VisitCardProps = {
  visit: Visit
  isHighlighted?: boolean
  actions?: ReactNode
  /** For all people, below the actions */
  details?: ReactNode
  /** Shown when the card is open */
  children: ReactNode
}

/** Shows a visit of several people as one card that opens; a highlighted one is open at first. */
export function VisitCard({ visit, isHighlighted = false, actions, details, children }: VisitCardProps) {
  const { id, bookings } = visit
  const [isOpen, setOpen] = useState(isHighlighted)
  const [heading, content] = [useId(), useId()]
  const [first] = bookings
  if (!first) return null
  return (
    <Card className={cn('overflow-hidden', isHighlighted && 'border-brand ring-1 ring-brand')}>
      <article aria-labelledby={heading}>
        <div className="p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <VisitStatus visit={visit} />
            <span className="text-ink-soft text-xs tabular-nums">Visit #{shortId(id)}</span>
          </div>
          <div className="mt-2.5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id={heading} className="font-semibold text-base">
                {visitHeading(bookings.filter(isComing).length || bookings.length)}
              </h2>
              <p className="text-ink-soft tabular-nums">{whenText(first)}</p>
              <p className="mt-1">{peopleText(visit)}</p>
              <p className="mt-1 font-bold text-base tabular-nums">
                <span className="sr-only">Total </span>
                {rupeesText(totalOfVisit(visit))}
              </p>
            </div>
            {actions}
          </div>
          {details}
        </div>
        <div className="border-t bg-sunken/50">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={content}
            className="flex min-h-11 w-full items-center justify-between gap-3 px-5 font-semibold text-ink-soft text-xs hover:text-ink"
            onClick={() => setOpen(!isOpen)}
          >
            <Named of={`of the visit ${shortId(id)}`}>{isOpen ? 'Hide' : 'Show'} each person</Named>
            <ChevronDown
              className={cn(
                'size-4 transition-transform motion-reduce:transition-none',
                isOpen && 'rotate-180',
              )}
              aria-hidden
            />
          </button>
          <div id={content} className={cn(isOpen && 'grid grid-cols-1 gap-3 px-3 pb-3 sm:px-5 sm:pb-5')}>
            {isOpen && children}
          </div>
        </div>
      </article>
    </Card>
  )
}

/** The state of the visit as a whole, and the people whose state differs. */
function VisitStatus({ visit: { bookings } }: { visit: Visit }) {
  const status = statusOfVisit(bookings)
  const others = bookings.filter((booking) => booking.status !== status)
  return (
    <>
      <StatusBadge status={status} />
      {others.map((booking) => (
        <span key={booking.id} className="text-ink-soft text-xs">
          {patientText(booking.familyMember)}: {bookingStatusStyles[booking.status].label}
        </span>
      ))}
    </>
  )
}
