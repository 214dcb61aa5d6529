import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock } from 'lucide-react'
import { useUser } from '@/lib/session/session-context'
import { moveTexts } from './move-texts'

/** The moves of a visit, above its progress. */
export function BookingMoves({ booking }: { booking: Pick<BookingView, 'moves'> }) {
  const isCustomer = useUser().role === 'customer'
  if (booking.moves.length === 0) return null
  return (
    <ul aria-label="Moves" className="mb-4 grid gap-1.5 text-ink-soft text-xs tabular-nums">
      {moveTexts(booking, isCustomer).map(({ at, text }) => (
        <li key={at} className="flex gap-2">
          <CalendarClock className="size-4 shrink-0" aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  )
}
