import type { BookingView } from '@jaanch/booking/booking-view'
import { collectBy } from '@jaanch/booking/rules'
import { dateText, slotText } from '@/lib/format/dates'
import { slotHeadings as texts } from './texts'

/**
 * The headings of a list in the order of the visits: one above the first booking of each day and slot.
 * @returns by the id of that booking
 */
export function slotHeadings(rows: readonly BookingView[]): ReadonlyMap<string, string> {
  const headings = new Map<string, string>()
  let last = ''
  for (const row of rows) {
    const heading = headingOf(row)
    if (heading !== last) headings.set(row.id, heading)
    last = heading
  }
  return headings
}

function headingOf({ collectionType, scheduledDate, scheduledTime, createdAt }: BookingView): string {
  const day = dateText(scheduledDate ?? createdAt)
  if (collectionType === 'instant') return texts.instant(day)
  return scheduledTime ? texts.slot(day, slotText(scheduledTime)) : day
}

const uncollected: readonly BookingView['status'][] = [
  'pending',
  'pending_customer_confirmation',
  'confirmed',
]

/** Whether the slot, or the four hours of an instant visit, is over and nobody has collected the sample. */
export function isLate(booking: BookingView, now: Date): boolean {
  return uncollected.includes(booking.status) && collectBy(booking) < now
}
