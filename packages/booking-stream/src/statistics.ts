import type { BookingSummary } from '@jaanch/booking/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { bucketOf } from '@jaanch/contracts/turnaround'
import type { Fact } from './facts.ts'

export type Turnaround = { lab_partner_id: string; day: string; bucket: number; n: number }

/** A booking and the day on which it was placed: it counts for the city of its address. */
export type Placed = { id: string; day: string }

/** Assignments are shown for ninety, all else for sixty; the clocks of the API and of the database may be on different sides of a midnight. */
export const storedDays = 92

export const factKey = ({ metric, key, day }: Fact) => `${metric} ${key} ${day}`

export const turnaroundKey = ({ lab_partner_id, day, bucket }: Turnaround) =>
  `${lab_partner_id} ${day} ${bucket}`

/** How long the lab took; undefined for a booking that is not completed by a lab */
export function turnaroundOf(booking: BookingSummary): Turnaround | undefined {
  const completedAt = booking.timeline.findLast(({ status }) => status === 'completed')?.at
  // what is collected again has its lab before the customer has chosen a time
  if (!completedAt || !booking.labPartnerId || !booking.assignedAt || booking.recollection) return undefined
  const bucket = bucketOf(Date.parse(completedAt) - Date.parse(booking.assignedAt))
  return { lab_partner_id: booking.labPartnerId, day: istDate(new Date(completedAt)), bucket, n: 1 }
}

export function placedOf({ bookingId, createdAt }: BookingSummary): Placed {
  return { id: bookingId, day: istDate(new Date(createdAt)) }
}
