import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { Footprints, Info, KeyRound } from 'lucide-react'
import { useBooking } from '@/lib/resources/bookings'
import { useApproach } from '@/lib/resources/visits'
import { useNow } from '@/lib/timing'
import { approachText, isApproached, outcomeText } from './approach-texts'
import { patientText } from './texts'

/**
 * On the day of a visit: how far its collector is, and what to say at the door. Why nothing was drawn, if that is so.
 * @param bookings those of a visit who are still to be visited
 */
export function VisitApproach({ bookings }: { bookings: readonly BookingView[] }) {
  const now = useNow()
  const awaited = bookings.filter((booking) => isApproached(booking, now))
  const failed = bookings.flatMap((booking) => {
    const text = outcomeText(booking)
    return text ? [{ id: booking.id, text: bookings.length > 1 ? `${nameOf(booking)}: ${text}` : text }] : []
  })
  const [first] = awaited
  if (!first && failed.length === 0) return null
  return (
    <ul className="mt-4 grid gap-1.5 text-sm [&_li]:flex [&_li]:gap-2.5 [&_svg]:mt-0.5">
      {failed.map(({ id, text }) => (
        <li key={id} className="font-medium">
          <Info className="size-4 shrink-0 text-accent-ink" aria-hidden />
          <span>{text}</span>
        </li>
      ))}
      {first && <Way booking={first} />}
      {awaited
        .filter(({ samples }) => !samples?.outcome)
        .map((booking) => (
          <VisitCode key={booking.id} booking={booking} isNamed={bookings.length > 1} />
        ))}
    </ul>
  )
}

function nameOf({ familyMember }: BookingView): string {
  return patientText(familyMember)
}

function Way({ booking }: { booking: BookingView }) {
  const { data } = useApproach(booking.samples?.outcome ? null : booking.id)
  if (!data) return null
  // a push says it before the next look
  const text = approachText({ ...data, hasArrived: data.hasArrived || booking.samples?.arrivedAt != null })
  return (
    text && (
      <li className="font-semibold">
        <Footprints className="size-4 shrink-0 text-brand-ink" aria-hidden />
        <span role="status">{text}</span>
      </li>
    )
  )
}

function VisitCode({ booking, isNamed }: { booking: BookingView; isNamed: boolean }) {
  const code = useBooking(booking.id).data?.visitCode
  if (!code) return null
  return (
    <li>
      <KeyRound className="size-4 shrink-0 text-ink-soft" aria-hidden />
      <span>
        {isNamed && `${nameOf(booking)}: `}Say this code to the collector:{' '}
        <strong className="tabular-nums tracking-wider">{code}</strong>
      </span>
    </li>
  )
}
