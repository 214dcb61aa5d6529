import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { RotateCcw } from 'lucide-react'
import { testsText } from '@/components/booking/texts'
import { bookAgainPath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Named } from '@/ui/named'
import { ReceiptButton } from './receipt-button'
import { bookAgain } from './texts'

/** What a booking offers besides the actions of its status: the receipt of a payment, and, once it has ended, the same again. */
export function AfterVisit({ booking }: { booking: BookingView }) {
  const hasEnded = booking.status === 'completed' || booking.status === 'cancelled'
  return (
    <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
      <ReceiptButton booking={booking} />
      {hasEnded && !booking.recollection && (
        <ButtonLink variant="outline" size="sm" to={bookAgainPath(booking)}>
          <RotateCcw aria-hidden />
          <Named of={testsText(booking)}>{bookAgain.label}</Named>
        </ButtonLink>
      )}
    </div>
  )
}
