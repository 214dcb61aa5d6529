import type { BookingView } from '@jaanch/booking/booking-view'
import { slotStart } from '@jaanch/contracts/calendar'
import { type BookingStatus, customerMoves } from '@jaanch/contracts/vocabulary'

type Movable = Pick<BookingView, 'status' | 'scheduledDate' | 'scheduledTime' | 'customerMoves'>

const movableStatuses: readonly BookingStatus[] = ['pending', 'pending_customer_confirmation', 'confirmed']
const twoHours = 2 * 3_600_000

/** Whether the collection has not begun: then an admin can move the visit. */
export function isBeforeCollection({ status }: Pick<BookingView, 'status'>): boolean {
  return movableStatuses.includes(status)
}

/** @returns why its customer cannot move a visit that has not begun; undefined if they can */
export function whyNotMovable(booking: Movable, now: Date): string | undefined {
  const { scheduledDate: date, scheduledTime: time } = booking
  if (booking.customerMoves >= customerMoves) {
    return 'You have moved this visit three times. Please call us to move it again.'
  }
  if (date !== null && time !== null && slotStart(date, time).getTime() - now.getTime() < twoHours) {
    return 'A visit can be moved until two hours before it begins.'
  }
  return undefined
}
