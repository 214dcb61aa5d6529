import type { Booking } from '@jaanch/booking/booking'
import { slotNumber, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'

/** @returns the tests of tubes that are not collected again, or paid back, already */
export function testsToCollectAgain(
  { custody, lines, recollections, refund }: Booking,
  tubes: readonly number[],
): string[] {
  const settled = [...recollections.flatMap(({ packageIds }) => packageIds), ...(refund?.packageIds ?? [])]
  const rejected = (custody?.tubes ?? [])
    .filter(({ number }) => tubes.includes(number))
    .flatMap(({ packageIds }) => packageIds)
  return lines
    .map(({ packageId }) => packageId)
    .filter((id) => rejected.includes(id) && !settled.includes(id))
}

/** @returns the tests of a booking that are not collected again by another one */
export function testsLeft({ lines, recollections }: Booking): string[] {
  const again = recollections.flatMap(({ packageIds }) => packageIds)
  return lines.map(({ packageId }) => packageId).filter((id) => !again.includes(id))
}

/** The slot of the day in which the sample was collected; the first one that allows to fast at night, for an instant collection. */
export function usualSlot({ scheduledTime, place }: Booking): TimeSlot {
  const slot = scheduledTime === null ? (place?.slot ?? 2) : slotNumber(scheduledTime)
  return timeSlots[slot - 1] ?? timeSlots[1]
}

/**
 * Whether a booking waits for nothing any more: all its tubes were rejected, nobody reported on it, and the money of all its tests is settled.
 * @param refund of the booking that was ordered: what is collected again has no price
 */
export function isSettledWhole(booking: Booking, refund: Booking['refund']): boolean {
  const isUnderWay = booking.status === 'sample-collection' || booking.status === 'lab-processing'
  const isReported = booking.report !== null || booking.draft !== null
  if (!isUnderWay || isReported || !isRejectedWhole(booking) || !refund?.isSettled) return false
  return booking.lines.every(({ packageId }) => refund.packageIds.includes(packageId))
}

/** Whether nothing of the booking itself is left to analyse. */
export function isRejectedWhole({ custody }: Booking): boolean {
  return custody !== null && custody.tubes.length > 0 && custody.tubes.every(({ rejected }) => rejected)
}
