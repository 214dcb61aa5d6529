import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, Microscope, Wallet } from 'lucide-react'
import { StatusBadge } from '@/components/booking/status-badge'
import { whenText } from '@/components/booking/when-text'
import { shortId } from '@/lib/format/ids'
import { instantText } from '@/lib/format/india-time'
import { rupeesText } from '@/lib/format/money'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'

type AdminBookingCardProps = { booking: BookingView; onAssign: () => void }

/** A lab can be set or changed until sample collection begins. */
function assignable({ status }: BookingView): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

export function AdminBookingCard({ booking, onAssign }: AdminBookingCardProps) {
  const heading = `booking-${booking.id}`
  return (
    <Card>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="font-semibold text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            <StatusBadge status={booking.status} />
            <span className="text-ink-soft text-xs tabular-nums">
              Booked {instantText(booking.createdAt)}
            </span>
          </div>
          <h3 id={heading} className="mt-1.5 font-semibold text-base">
            {booking.packageName}
          </h3>
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:text-brand-ink">
            <li className="flex items-center gap-1.5">
              <CalendarClock aria-hidden />
              {whenText(booking)}
            </li>
            <li className="flex items-center gap-1.5">
              <Wallet aria-hidden />
              <span className="sr-only">Amount </span>
              {rupeesText(booking.finalAmount)}
            </li>
            <li className="flex items-center gap-1.5">
              <Microscope aria-hidden />
              {booking.labPartnerName ?? 'No lab yet'}
            </li>
          </ul>
        </div>
        {assignable(booking) && (
          <Button
            look={booking.labPartnerId ? 'outline' : 'primary'}
            className="max-md:w-full"
            onClick={onAssign}
          >
            {booking.labPartnerId ? 'Change Lab' : 'Assign Lab'}
          </Button>
        )}
      </article>
    </Card>
  )
}
