import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { memo, useEffect, useRef } from 'react'
import { ReportReadyBadge, StatusBadge } from '@/components/booking/status'
import { labText, numberText, otherTestsOf, patientText } from '@/components/booking/texts'
import { UnreadMessages } from '@/components/messages/unread-messages'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { AfterVisit } from './after-visit'
import { BookingActions } from './booking-actions'
import { BookingReview } from './booking-review'
import { paymentText, row as texts } from './texts'

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
export const PersonRow = memo(function PersonRow({
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
          {otherTests.length > 0 && <p className="text-ink-soft">{texts.others(otherTests)}</p>}
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
