import type { Booking } from '@jaanch/contracts/booking'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { instantSlots } from '../booking/instant-slots.ts'
import type { BookingState } from '../booking/state.ts'
import type { VisitToAssign } from './candidate.ts'

/** Whether a lab can be assigned to the booking, and changed. */
export function isOpen(booking: BookingState): booking is Booking {
  return (
    booking.status === 'pending' ||
    booking.status === 'confirmed' ||
    booking.status === 'pending_customer_confirmation'
  )
}

type Address = { pincode: string | null; city: string | null }

/** What the open bookings of a visit need of a lab. @param members at least one */
export function visitToAssign(
  members: readonly [Booking, ...Booking[]],
  { pincode, city }: Address,
  now: Date,
): VisitToAssign {
  const [first] = members
  return {
    id: first.visitId ?? first.bookingId,
    pincode,
    city,
    isInstant: first.collectionType === 'instant',
    slots: slotsOf(first, now),
    packageIds: members.flatMap(({ lines }) => lines.map(({ packageId }) => packageId)),
  }
}

/** An instant visit keeps the slot in which it has a place. */
function slotsOf(
  { place, collectionType, scheduledDate, scheduledTime }: Booking,
  now: Date,
): VisitToAssign['slots'] {
  if (collectionType === 'scheduled' && scheduledDate !== null && scheduledTime !== null)
    return [{ date: scheduledDate, slot: slotNumber(scheduledTime) }]
  return place ? [{ date: place.date, slot: place.slot }] : instantSlots(now)
}
