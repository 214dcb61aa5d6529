import type { BookingView } from '@jaanch/contracts/http/bookings'
import { BookingTimeline } from '@/components/booking/booking-timeline'
import { StatusBadge } from '@/components/booking/status-badge'
import { patientText, paymentTexts, whenText } from '@/components/booking/when-text'
import { shortId } from '@/lib/format/ids'
import { rupeesText } from '@/lib/format/money'
import { Card } from '@/ui/card'
import { CancelBooking } from './cancel-booking'

export function BookingRow({ booking }: { booking: BookingView }) {
  const facts = [
    ['When', whenText(booking)],
    ['Patient', patientText(booking.familyMember)],
    ['Lab', booking.labPartnerName ?? 'Being assigned'],
    [
      'Payment',
      `${paymentTexts[booking.paymentMethod]}, ${booking.paymentStatus === 'paid' ? 'paid' : 'due'}`,
    ],
  ] as const
  const heading = `booking-${booking.id}`
  return (
    <Card className="overflow-hidden">
      <article aria-labelledby={heading}>
        <div className="p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <StatusBadge status={booking.status} />
            <span className="text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            {booking.orderNumber && (
              <span className="text-ink-soft text-xs tabular-nums">Order {booking.orderNumber}</span>
            )}
          </div>
          <div className="mt-2.5 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <h2 id={heading} className="font-semibold text-base">
                {booking.packageName}
              </h2>
              <p className="font-bold text-base tabular-nums">{rupeesText(booking.finalAmount)}</p>
            </div>
            {booking.status === 'confirmed' && <CancelBooking booking={booking} />}
          </div>
          <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
            {facts.map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-ink-soft text-xs">{name}</dt>
                <dd className="text-balance tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="border-t bg-sunken/50 p-5">
          <BookingTimeline booking={booking} />
        </div>
      </article>
    </Card>
  )
}
