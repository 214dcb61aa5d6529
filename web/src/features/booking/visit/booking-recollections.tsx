import type { BookingView } from '@jaanch/booking/booking-view'
import { HandCoins, RotateCcw, TestTubeDiagonal } from 'lucide-react'
import { Link } from 'react-router-dom'
import { numberText } from '@/components/booking/texts'
import { useBooking } from '@/features/booking/bookings-calls'
import { bookingPathFor } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'
import { attemptText, recollectionTexts, refundText, rejectedText } from './recollection-texts'

type RecollectionsProps = {
  booking: Pick<BookingView, 'recollections' | 'recollection' | 'paymentStatus' | 'refund'>
}

const link = 'inline-flex min-h-6 items-center font-semibold text-brand underline'

/** Links rejected samples to the booking that collects them again and to the one that they belong to, and shows the refund. */
export function BookingRecollections({ booking }: RecollectionsProps) {
  const { recollections, recollection, refund, paymentStatus } = booking
  if (recollections.length === 0 && !recollection && !refund) return null
  return (
    <ul
      aria-label={recollectionTexts.label}
      className="mb-4 grid gap-1.5 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {recollection && <Original id={recollection.of} />}
      {recollections.map(({ bookingId }) => (
        <Again key={bookingId} id={bookingId} />
      ))}
      {refund && (
        <li className="flex items-center gap-2">
          <HandCoins aria-hidden />
          {refundText({ refund, paymentStatus })}
        </li>
      )}
    </ul>
  )
}

function Original({ id }: { id: string }) {
  const { role } = useUser()
  const { data } = useBooking(id)
  return (
    <li className="flex items-center gap-2">
      <RotateCcw aria-hidden />
      <Link to={bookingPathFor(role, id)} className={link}>
        {recollectionTexts.of(data ? numberText(data) : recollectionTexts.earlier)}
      </Link>
    </li>
  )
}

function Again({ id }: { id: string }) {
  const { role } = useUser()
  const { data } = useBooking(id)
  return (
    <li className="flex items-center gap-2">
      <TestTubeDiagonal aria-hidden />
      <Link to={bookingPathFor(role, id)} className={link}>
        {rejectedText(data?.status)}
      </Link>
    </li>
  )
}

/** For staff: that a booking collects rejected samples again, and how often that has happened. */
export function RecollectionBadge({ booking }: { booking: Partial<Pick<BookingView, 'recollection'>> }) {
  if (!booking.recollection) return null
  return (
    <Badge variant="accent" icon={RotateCcw}>
      {attemptText(booking.recollection)}
    </Badge>
  )
}
