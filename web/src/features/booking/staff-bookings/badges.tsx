import type { BookingView } from '@jaanch/booking/booking-view'
import { collectBy } from '@jaanch/booking/rules'
import { DoorClosed, TimerOff } from 'lucide-react'
import { collectionOutcomeTexts } from '@/components/custody/texts'
import { isBeforeCollection } from '@/features/booking/visit/status'
import { useNow } from '@/lib/timing'
import { StyledBadge } from '@/ui/badge'

/** Marks a visit whose slot is over without a collection, as soon as it is. */
export function LateBadge({ bookings }: { bookings: readonly BookingView[] }) {
  const now = useNow(60_000)
  if (!bookings.some((booking) => isLate(booking, now))) return null
  return <StyledBadge label="Late" variant="error" icon={TimerOff} />
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

/** Whether the slot, or the four hours of an instant visit, is over and nobody has collected the sample. */
function isLate(booking: BookingView, now: Date): boolean {
  return isBeforeCollection(booking) && collectBy(booking) < now
}
