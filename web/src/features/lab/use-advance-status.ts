import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { nextStatus } from '@/components/booking/status'
import { toastFailure } from '@/components/toast-failure'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { markSeen } from '@/lib/unseen-bookings'
import { toast } from '@/ui/toast-store'

/** Moves a booking to its next status. The request names that status, so the API rejects it if this page is stale. */
export function useAdvanceStatus(booking: BookingView) {
  const [updating, setUpdating] = useState(false)
  const next = nextStatus(booking.status)

  async function advance() {
    if (!next) return
    setUpdating(true)
    try {
      await changeBookingStatus(booking.id, next)
      markSeen(booking.id)
      toast.success('Booking status updated successfully')
    } catch (error) {
      toastFailure('Error - Failed to update booking status', error, { repeat: () => void advance() })
    } finally {
      setUpdating(false)
    }
  }

  return { hasNext: next !== undefined, updating, advance: () => void advance() }
}
