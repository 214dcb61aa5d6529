import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { nextStatus } from '@/components/booking/next-status'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { markSeen } from '@/lib/unseen-bookings'
import { toast } from '@/ui/toast-store'

/** Update Status: one step a press. The press names the step, so that one made on a stale page is refused. */
export function useStatusPress(booking: BookingView) {
  const [busy, setBusy] = useState(false)
  const next = nextStatus(booking.status)

  async function press() {
    if (!next) return
    setBusy(true)
    try {
      await changeBookingStatus(booking.id, next)
      markSeen(booking.id)
      toast.success('Booking status updated successfully')
    } catch {
      toast.error('Error', 'Failed to update booking status')
    } finally {
      setBusy(false)
    }
  }

  return { next, busy, press: () => void press() }
}
