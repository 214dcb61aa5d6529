import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { DoorClosed } from 'lucide-react'
import { collectionOutcomeTexts } from '@/components/custody/texts'
import { Badge } from '@/ui/badge'

type Tried = Pick<BookingView, 'status' | 'samples'>

/** Marks a visit at which nothing was drawn and that is still open: somebody has to call the customer. */
export function OutcomeBadge({ bookings }: { bookings: readonly Tried[] }) {
  const outcome = bookings
    .filter(({ status }) => status === 'pending' || status === 'confirmed')
    .find(({ samples }) => samples?.outcome)?.samples?.outcome
  if (!outcome) return null
  return (
    <Badge variant="accent" icon={DoorClosed}>
      {collectionOutcomeTexts[outcome]}
    </Badge>
  )
}
