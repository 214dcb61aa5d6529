import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FileText } from 'lucide-react'
import { cancelDialogTexts } from '@/components/booking/texts'
import { reportOfPath } from '@/lib/paths'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button, ButtonLink } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { toast } from '@/ui/toast-store'
import { DeclineOrder } from './decline-order'

type BookingActionsProps = { booking: BookingView; onReview: (bookingId: string) => void }

/** What a customer may do with a booking, by its status (specification, section 4). */
export function BookingActions({ booking, onReview }: BookingActionsProps) {
  const srName = <span className="sr-only"> {booking.packageName}</span>
  switch (booking.status) {
    case 'pending_customer_confirmation':
      return (
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Button size="sm" className="max-sm:grow" onClick={() => onReview(booking.id)}>
            <span>Confirm Order{srName}</span>
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
          <span>View Report{srName}</span>
        </ButtonLink>
      )
    default:
      return null
  }
}

function CancelBooking({ booking }: { booking: BookingView }) {
  async function cancel() {
    try {
      await changeBookingStatus(booking.id, 'cancelled', 'customer-request')
      toast.success('Booking status updated successfully')
    } catch {
      toast.error('Failed to update booking status')
    }
  }

  return (
    <ConfirmButton size="sm" {...cancelDialogTexts(booking)} onConfirm={cancel}>
      <span>
        Cancel<span className="sr-only"> {booking.packageName}</span>
      </span>
    </ConfirmButton>
  )
}
