import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FileText } from 'lucide-react'
import { reportOfPath } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { CancelBooking } from './cancel-booking'
import { DeclineOrder } from './decline-order'

type BookingActionsProps = { booking: BookingView; onReview: (bookingId: string) => void }

/** What a customer may do with a booking, by its status (specification, section 4). */
export function BookingActions({ booking, onReview }: BookingActionsProps) {
  const of = <span className="sr-only"> {booking.packageName}</span>
  switch (booking.status) {
    case 'pending_customer_confirmation':
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <span>Confirm Order{of}</span>
          </Button>
          <DeclineOrder booking={booking} size="sm" className="max-sm:grow" />
        </div>
      )
    case 'confirmed':
      return <CancelBooking booking={booking} />
    case 'completed':
      return (
        <ButtonLink variant="soft" size="sm" to={reportOfPath(booking.id)} className="max-sm:w-full">
          <FileText aria-hidden />
          <span>View Report{of}</span>
        </ButtonLink>
      )
    default:
      return null
  }
}
