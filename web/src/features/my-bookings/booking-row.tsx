import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { memo, useEffect, useRef } from 'react'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { StatusBadge } from '@/components/booking/status-badge'
import { patientText, paymentTexts, whenText } from '@/components/booking/when-text'
import { cn } from '@/lib/class-names'
import { shortId } from '@/lib/format/ids'
import { rupeesText } from '@/lib/format/money'
import { Card } from '@/ui/card'
import { BookingActions } from './booking-actions'

type BookingRowProps = {
  booking: BookingView
  /** The one that the address names: marked, and read first */
  opened?: boolean
  /** The tests of an order, where the booking holds several */
  tests?: readonly string[] | undefined
  onReview: (bookingId: string) => void
}

/** Drawn again only when its booking changes: a long list grows by its new rows alone. */
export const BookingRow = memo(function BookingRow({
  booking,
  opened = false,
  tests = [],
  onReview,
}: BookingRowProps) {
  const others = tests.filter((name) => name !== booking.packageName)
  const heading = `booking-${booking.id}`
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (opened) title.current?.focus({ preventScroll: true })
  }, [opened])
  return (
    <Card className={cn('overflow-hidden', opened && 'border-brand ring-1 ring-brand')}>
      <article aria-labelledby={heading}>
        <div className="p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {booking.status === 'pending_customer_confirmation' && <StatusBadge status="action-required" />}
            <StatusBadge status={booking.status} />
            <span className="text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            {booking.orderNumber && (
              <span className="text-ink-soft text-xs tabular-nums">Order {booking.orderNumber}</span>
            )}
          </div>
          <div className="mt-2.5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0">
              <h2 id={heading} ref={title} tabIndex={-1} className="font-semibold text-base outline-none">
                {booking.packageName}
              </h2>
              {others.length > 0 && <p className="text-ink-soft">and {others.join(', ')}</p>}
              <p className="font-bold text-base tabular-nums">{rupeesText(booking.finalAmount)}</p>
            </div>
            <BookingActions booking={booking} onReview={onReview} />
          </div>
          <Facts booking={booking} />
        </div>
        <div className="border-t bg-sunken/50 p-5">
          <BookingTimeline booking={booking} />
        </div>
      </article>
    </Card>
  )
})

/** Where no lab is named. */
const labTexts: Partial<Record<BookingStatus, string>> = {
  pending_customer_confirmation: 'After you confirm',
  cancelled: 'None',
}

function Facts({ booking }: { booking: BookingView }) {
  const payment =
    booking.paymentStatus === 'paid' ? 'paid' : booking.status === 'cancelled' ? 'not due' : 'due'
  const facts = [
    ['When', whenText(booking)],
    ['Patient', patientText(booking.familyMember)],
    ['Lab', booking.labPartnerName ?? labTexts[booking.status] ?? 'Being assigned'],
    ['Payment', `${paymentTexts[booking.paymentMethod]}, ${payment}`],
  ] as const
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-ink-soft text-xs">{name}</dt>
            <dd className="text-balance tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {booking.specialInstructions && (
        <p className="mt-3 text-ink-soft text-sm">“{booking.specialInstructions}”</p>
      )}
    </>
  )
}
