import type { BookingView } from '@jaanch/booking/booking-view'
import { type BookingStatus, mostRecollections } from '@jaanch/contracts/vocabulary'
import { HandCoins, type LucideIcon, RotateCcw, TestTubeDiagonal } from 'lucide-react'
import { Link } from 'react-router-dom'
import { numberText } from '@/components/booking/texts'
import { useBooking } from '@/features/booking/bookings-calls'
import { rupeesText } from '@/lib/format/numbers'
import { bookingPathFor } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'

export const free = 'Free'

/** @returns what is to be paid; in words where a new sample costs nothing */
export function amountText({
  finalAmount,
  recollection,
}: Pick<BookingView, 'finalAmount' | 'recollection'>): string {
  return recollection ? free : rupeesText(finalAmount)
}

type Refund = NonNullable<BookingView['refund']>

const refundWords = {
  open: { paid: 'to be paid back', unpaid: 'not to be paid, or to be paid back' },
  settled: { paid: 'paid back', unpaid: 'not to be paid' },
}

/** Where nobody has recorded a payment, nothing may have to be paid back. */
export function refundText(
  { amount, isSettled }: Refund,
  { paymentStatus }: Pick<BookingView, 'paymentStatus'>,
): string {
  const words = isSettled ? refundWords.settled : refundWords.open
  return `${rupeesText(amount)} ${paymentStatus === 'paid' ? words.paid : words.unpaid}`
}

type RecollectionsProps = {
  booking: Pick<BookingView, 'recollections' | 'recollection' | 'paymentStatus' | 'refund'>
}

/** Links rejected samples to the booking that collects them again and to the one that they belong to, and shows the refund. */
export function BookingRecollections({ booking }: RecollectionsProps) {
  const { recollections, recollection, refund } = booking
  if (recollections.length === 0 && !recollection && !refund) return null
  return (
    <ul
      aria-label="New collections and refunds"
      className="mb-4 grid gap-1.5 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {recollection && (
        <OtherBooking
          id={recollection.of}
          icon={RotateCcw}
          textOf={(ordered) => `Belongs to ${ordered ? numberText(ordered) : 'an earlier booking'}`}
        />
      )}
      {recollections.map(({ bookingId }) => (
        <OtherBooking
          key={bookingId}
          id={bookingId}
          icon={TestTubeDiagonal}
          textOf={(again) => `Sample rejected – new collection ${progressTexts[again?.status ?? 'pending']}`}
        />
      ))}
      {refund && (
        <li className="flex items-center gap-2">
          <HandCoins aria-hidden />
          {refundText(refund, booking)}
        </li>
      )}
    </ul>
  )
}

/** How far the new collection of a rejected sample is */
const progressTexts: Record<BookingStatus, string> = {
  pending_customer_confirmation: 'offered',
  pending: 'offered',
  confirmed: 'confirmed',
  'sample-collection': 'under way',
  'lab-processing': 'collected',
  completed: 'collected',
  cancelled: 'not wanted',
}

type OtherBookingProps = {
  id: string
  icon: LucideIcon
  /** @param booking undefined while it loads */
  textOf: (booking: BookingView | undefined) => string
}

function OtherBooking({ id, icon: Icon, textOf }: OtherBookingProps) {
  const { role } = useUser()
  const { data } = useBooking(id)
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden />
      <Link
        to={bookingPathFor(role, id)}
        className="inline-flex min-h-6 items-center font-semibold text-brand underline"
      >
        {textOf(data)}
      </Link>
    </li>
  )
}

/** Tells staff that a booking collects rejected samples again, and how often that has happened. */
export function RecollectionBadge({ booking }: { booking: Partial<Pick<BookingView, 'recollection'>> }) {
  if (!booking.recollection) return null
  return (
    <Badge variant="accent" icon={RotateCcw}>
      Recollection {booking.recollection.attempt} of {mostRecollections}
    </Badge>
  )
}
