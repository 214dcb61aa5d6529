import type { BookingView } from '@jaanch/contracts/http/bookings'
import { testsText } from '@/components/booking/texts'
import { toastFailure } from '@/components/toast-failure'
import { declineOrder } from '@/lib/resources/bookings'
import { ConfirmButton } from '@/ui/confirm-button'
import { toast } from '@/ui/toast-store'

type DeclineOrderProps = { booking: BookingView; size?: 'sm' | 'md'; className?: string }

export function DeclineOrder({ booking, size = 'md', className = '' }: DeclineOrderProps) {
  async function decline() {
    try {
      await declineOrder(booking.id)
      toast.info('Order declined', 'Nothing was booked, and there is nothing to pay.')
    } catch (error) {
      toastFailure('Failed to decline booking', error, { repeat: () => void decline() })
    }
  }

  return (
    <ConfirmButton
      size={size}
      className={className}
      title="Decline this order?"
      description={`${testsText(booking)}: the order is cancelled and nothing is booked. This can't be taken back.`}
      confirmLabel="Decline order"
      cancelLabel="Keep order"
      onConfirm={decline}
    >
      <span>
        Decline<span className="sr-only"> {testsText(booking)}</span>
      </span>
    </ConfirmButton>
  )
}
