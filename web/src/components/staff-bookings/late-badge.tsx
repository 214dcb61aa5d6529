import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { TimerOff } from 'lucide-react'
import { useNow } from '@/lib/timing'
import { Badge } from '@/ui/badge'
import { isLate } from './slot-headings'
import { cells as texts } from './texts'

/** Marks a visit whose slot is over without a collection, as soon as it is. */
export function LateBadge({ bookings }: { bookings: readonly BookingView[] }) {
  const now = useNow(60_000)
  if (!bookings.some((booking) => isLate(booking, now))) return null
  return (
    <Badge variant="error" icon={TimerOff}>
      {texts.late}
    </Badge>
  )
}
