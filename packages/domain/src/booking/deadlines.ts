/** By when somebody should have acted on a booking. What is late needs an admin's attention. */
import { slotStart } from '../calendar.ts'
import type { BookingSummary } from './summary.ts'

const hour = 3_600_000

/** An instant collection comes within 2 to 4 hours (specification, section 9). */
export const instantWithin = 4 * hour
/** An unassigned booking may wait so long for its lab, ms */
export const unassignedWithin = 1 * hour
/** Reports are promised within 24 to 48 hours (specification, section 1), unless their package says that it takes longer. */
export const reportWithinHours = { least: 24, usually: 48 } as const

/** @returns the instant at which a booking's slot ends, or an instant collection's four hours */
export function collectBy(
  booking: Pick<BookingSummary, 'collectionType' | 'scheduledDate' | 'scheduledTime' | 'createdAt'>,
): Date {
  const { scheduledDate: date, scheduledTime: time, createdAt } = booking
  if (booking.collectionType === 'instant' || date === null || time === null) {
    return new Date(Date.parse(createdAt) + instantWithin)
  }
  const [from = time, to] = time.split('-')
  // the order of a prescription has a time of day only: its slot is as long as the others
  return to ? slotStart(date, to) : new Date(slotStart(date, from).getTime() + 2 * hour)
}

/** @returns the instant at which the collection of the sample began, or null before */
export function collectedAt({ timeline }: Pick<BookingSummary, 'timeline'>): string | null {
  return timeline.find(({ status }) => status === 'sample-collection')?.at ?? null
}
