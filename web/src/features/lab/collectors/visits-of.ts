import type { BookingView } from '@jaanch/contracts/http/booking-view'

/** @returns of each visit one booking: a command for it is for all of its people at the same step */
export function onePerVisit(bookings: readonly BookingView[]): BookingView[] {
  const seen = new Set<string>()
  return bookings.filter(({ id, visitId, status, collectorId }) => {
    const key = `${visitId ?? id} ${status} ${collectorId}`
    if (seen.has(key) || status === 'cancelled' || status === 'completed') return false
    seen.add(key)
    return true
  })
}

/** @returns whether nothing was drawn and nothing decided: another collector can make the visit */
export function isLeft({ status, samples }: BookingView): boolean {
  return (status === 'pending' || status === 'confirmed') && !samples?.drawn && !samples?.outcome
}
