import { type BookingStatus, labAdvance } from '@jaanch/contracts/vocabulary'

/** One step a press along the lab's way; undefined at its end, and off it (cancelled, awaiting the customer). */
export function nextStatus(status: BookingStatus): BookingStatus | undefined {
  const here = (labAdvance as readonly BookingStatus[]).indexOf(status)
  return here < 0 ? undefined : labAdvance[here + 1]
}
