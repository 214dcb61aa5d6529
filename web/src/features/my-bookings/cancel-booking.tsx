import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { changeBookingStatus } from '@/lib/api/bookings'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'

export function CancelBooking({ booking }: { booking: BookingView }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      await changeBookingStatus(booking.id, 'cancelled', 'customer-request')
      toast.success('Booking status updated successfully')
    } catch {
      toast.error('Failed to update booking status')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="danger" size="sm" loading={busy} onClick={() => setAsking(true)}>
        <span>
          Cancel<span className="sr-only"> {booking.packageName}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this booking?"
        description={`${booking.packageName}: nobody will come to collect the sample. This can't be taken back.`}
        confirmLabel="Cancel booking"
        cancelLabel="Keep booking"
        onConfirm={() => void cancel()}
      />
    </>
  )
}
