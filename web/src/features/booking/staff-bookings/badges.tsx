import type { BookingView } from '@jaanch/booking/booking-view'
import { collectBy } from '@jaanch/booking/rules'
import { DoorClosed, TimerOff } from 'lucide-react'
import { collectionOutcomeTexts } from '@/components/custody/texts'
import { dateText, slotText } from '@/lib/format/dates'
import { useNow } from '@/lib/timing'
import { StyledBadge } from '@/ui/badge'
import { slotHeadings as slotHeadingsTexts, cells as texts } from './texts'

/** Marks a visit whose slot is over without a collection, as soon as it is. */
export function LateBadge({ bookings }: { bookings: readonly BookingView[] }) {
  const now = useNow(60_000)
  if (!bookings.some((booking) => isLate(booking, now))) return null
  return <StyledBadge label={texts.late} variant="error" icon={TimerOff} />
}

type Tried = Pick<BookingView, 'status' | 'samples'>

/** Marks a visit at which nothing was drawn and that is still open: somebody has to call the customer. */
export function OutcomeBadge({ bookings }: { bookings: readonly Tried[] }) {
  const outcome = bookings
    .filter(({ status }) => status === 'pending' || status === 'confirmed')
    .find(({ samples }) => samples?.outcome)?.samples?.outcome
  if (!outcome) return null
  return <StyledBadge label={collectionOutcomeTexts[outcome]} variant="accent" icon={DoorClosed} />
}

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
  if (collectionType === 'instant') return slotHeadingsTexts.instant(day)
  return scheduledTime ? slotHeadingsTexts.slot(day, slotText(scheduledTime)) : day
}

const uncollected: readonly BookingView['status'][] = [
  'pending',
  'pending_customer_confirmation',
  'confirmed',
]

/** Whether the slot, or the four hours of an instant visit, is over and nobody has collected the sample. */
function isLate(booking: BookingView, now: Date): boolean {
  return uncollected.includes(booking.status) && collectBy(booking) < now
}
