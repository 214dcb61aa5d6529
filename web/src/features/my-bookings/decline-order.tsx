import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { declineOrder } from '@/lib/api/bookings'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'

type DeclineOrderProps = { booking: BookingView; size?: 'sm' | 'md'; className?: string }

export function DeclineOrder({ booking, size = 'md', className }: DeclineOrderProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function decline() {
    setBusy(true)
    try {
      await declineOrder(booking.id)
      toast.info('Order declined', 'Nothing was booked, and there is nothing to pay.')
    } catch {
      toast.error('Failed to decline booking')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="danger"
        size={size}
        loading={busy}
        className={className}
        onClick={() => setAsking(true)}
      >
        <span>
          Decline<span className="sr-only"> {booking.packageName}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Decline this order?"
        description={`${booking.packageName}: the order is cancelled and nothing is booked. This can't be taken back.`}
        confirmLabel="Decline order"
        cancelLabel="Keep order"
        onConfirm={() => void decline()}
      />
    </>
  )
}
