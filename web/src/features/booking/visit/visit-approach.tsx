import type { BookingView } from '@jaanch/booking/booking-view'
import type { custodyCalls } from '@jaanch/collection/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import type { CollectionOutcome } from '@jaanch/contracts/vocabulary'
import { Footprints, Info, KeyRound } from 'lucide-react'
import { patientText } from '@/components/booking/texts'
import { tubesText } from '@/components/custody/texts'
import { useBooking } from '@/features/booking/bookings-calls'
import { useResource } from '@/lib/cache/use-resource'
import { clockText, instantText } from '@/lib/format/dates'
import { useNow } from '@/lib/timing'

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

type Approach = ResponseOf<typeof custodyCalls.getApproach>

type ApproachedVisit = Pick<BookingView, 'status' | 'scheduledDate' | 'createdAt' | 'samples' | 'collectorId'>

/** Whether the visit of a booking is today, is still to be made, and has somebody who makes it */
export function isApproached(booking: ApproachedVisit, now: Date): boolean {
  const { status, collectorId, scheduledDate, createdAt } = booking
  const isToday = (scheduledDate ?? istDate(new Date(createdAt))) === istDate(now)
  return isToday && (status === 'pending' || status === 'confirmed') && collectorId !== null
}

const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** @returns where the collector is: a count of visits, because nobody knows the minutes; undefined without a collector */
export function approachText({ collector, visitsBefore, hasArrived }: Approach): string | undefined {
  if (collector === null) return undefined
  if (hasArrived) return `${collector} has arrived`
  if (visitsBefore === null) return `${collector} comes to you today`
  if (visitsBefore === 0) return `You are ${collector}'s next visit`
  const count = words[visitsBefore] ?? String(visitsBefore)
  return `${collector} is ${count} ${visitsBefore === 1 ? 'visit' : 'visits'} away`
}

const outcomes: Record<CollectionOutcome, string> = {
  'nobody-home': 'Nobody was at home.',
  refused: 'The collection was declined at the door.',
  'no-vein': 'No blood could be drawn.',
  'not-fasting': 'The tests need fasting, so nothing was drawn.',
  unsafe: 'The collection could not be made safely.',
}

/** @returns why nothing was drawn at a visit, and what happens next; undefined if that is not so */
export function outcomeText({ status, samples }: ApproachedVisit): string | undefined {
  const isOpen = status === 'pending' || status === 'confirmed'
  if (!samples?.outcome || !isOpen) return undefined
  return `${outcomes[samples.outcome]} Your booking stays open: we call you to find another time.`
}

/** @returns 'Sample collected, 3 tubes, 11:02 am' and 'Received at the lab at 11:42 am', as far as it is known */
export function samplesTexts({ samples }: Pick<ApproachedVisit, 'samples'>): string[] {
  if (!samples?.drawnAt) return []
  const { drawnAt, drawn, receivedAt } = samples
  const collected = `Sample collected, ${tubesText(drawn)}, ${clockText(new Date(drawnAt))}`
  return receivedAt === null
    ? [collected]
    : [collected, `Received at the lab ${receiptText(receivedAt, drawnAt)}`]
}

/** Most tubes come on the day of the draw */
function receiptText(receivedAt: string, drawnAt: string): string {
  const [received, drawn] = [new Date(receivedAt), new Date(drawnAt)]
  return istDate(received) === istDate(drawn) ? `at ${clockText(received)}` : `on ${instantText(receivedAt)}`
}

/** Visits are made one after the other: nothing is pushed when the one before ends, ms */
const refreshMs = 30_000

/** How far the collector of a booking's visit is; no request for null. */
function useApproach(bookingId: string | null) {
  return useResource(bookingId ? '/api/bookings/:id/approach' : null, {
    params: { id: bookingId ?? '' },
    refreshMs,
  })
}
