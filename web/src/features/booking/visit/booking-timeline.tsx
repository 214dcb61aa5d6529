import type { BookingView } from '@jaanch/booking/booking-view'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import { CalendarClock, Check, X } from 'lucide-react'
import { whenText } from '@/components/booking/texts'
import { cn } from '@/lib/class-names'
import { dateText, dayAndTimeText, instantText, slotText } from '@/lib/format/dates'
import { useUser } from '@/lib/session/session-context'
import { BookingRecollections } from './recollections'
import { samplesTexts } from './visit-approach'

const dots: Record<TimelineStep['state'], string> = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-brand bg-brand-soft',
  next: 'border-line-strong border-dashed bg-surface',
  later: 'border-line bg-surface',
}

/** The statuses of a booking with their times, the next one and when to expect it. */
export function BookingTimeline({ booking }: { booking: BookingView }) {
  const steps = timelineSteps(booking)
  return (
    <>
      <BookingMoves booking={booking} />
      <BookingRecollections booking={booking} />
      <ol aria-label="Progress" className="grid md:auto-cols-fr md:grid-flow-col">
        {steps.map((step, index) => (
          <li
            key={step.status}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative flex gap-3 pb-4 last:pb-0 md:block md:pr-3 md:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                className={cn(
                  'absolute top-6 bottom-0 left-[11px] w-0.5 md:top-[11px] md:right-0 md:bottom-auto md:left-6 md:h-0.5 md:w-auto',
                  steps[index + 1]?.at ? 'bg-brand' : 'bg-line',
                )}
                aria-hidden
              />
            )}
            <Dot step={step} />
            <div className={cn('min-w-0 md:mt-2', step.state === 'later' && 'text-ink-soft')}>
              <p className={cn('text-sm', step.state === 'current' && 'font-semibold')}>
                {step.state === 'next' && <span className="text-ink-soft">Next: </span>}
                {step.label}
              </p>
              {step.at && (
                <time dateTime={step.at} className="block text-ink-soft text-xs tabular-nums">
                  {instantText(step.at)}
                </time>
              )}
              {step.expected && <p className="text-ink-soft text-xs">{step.expected}</p>}
              {step.notes?.map((note) => (
                <p key={note} className="text-ink-soft text-xs tabular-nums">
                  {note}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function Dot({ step }: { step: TimelineStep }) {
  const cancelled = step.status === 'cancelled'
  return (
    <span
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full border-2 [&_svg]:size-3.5',
        dots[step.state],
        cancelled && 'border-error bg-error-soft text-error',
      )}
      aria-hidden
    >
      {cancelled ? <X /> : step.state === 'done' && <Check />}
      {step.state === 'current' && <span className="size-2.5 animate-rise rounded-full bg-brand" />}
    </span>
  )
}

function BookingMoves({ booking }: { booking: Pick<BookingView, 'moves'> }) {
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

type TimelineStep = {
  status: BookingStatus
  label: string
  state: 'done' | 'current' | 'next' | 'later'
  /** When the status was reached; ISO 8601 */
  at?: string
  /** When to expect the next step */
  expected?: string
  /** Further facts about it */
  notes?: readonly string[]
}

const labels: Record<BookingStatus, string> = {
  pending: 'Booked',
  pending_customer_confirmation: 'Order prepared for you',
  confirmed: 'Confirmed',
  'sample-collection': 'Sample collection',
  'lab-processing': 'Lab processing',
  completed: 'Report ready',
  cancelled: 'Cancelled',
}

const labelOf = (status: BookingStatus, { recollection }: BookingView) =>
  recollection && status === 'pending_customer_confirmation' ? 'New collection offered' : labels[status]

/** For a booking that its lab completed without a report */
const reportAwaited = 'Report awaited'

const path: readonly BookingStatus[] = [
  'pending',
  'confirmed',
  'sample-collection',
  'lab-processing',
  'completed',
]

/** @returns the statuses that a booking has reached, its current one, and those that follow */
export function timelineSteps(booking: BookingView): TimelineStep[] {
  const reached = booking.timeline.map(({ status, at }, index, all): TimelineStep => {
    const isLast = index === all.length - 1
    if (isLast && status === 'completed' && booking.reportReleasedAt === null)
      return { status, label: reportAwaited, state: 'current' }
    const isEnd = status === 'completed' || status === 'cancelled'
    const step: TimelineStep = {
      status,
      label: labelOf(status, booking),
      at,
      state: isLast && !isEnd ? 'current' : 'done',
    }
    const notes = status === 'sample-collection' ? samplesTexts(booking) : []
    return notes.length > 0 ? { ...step, notes } : step
  })
  if (booking.status === 'cancelled') return reached
  if (booking.status === 'lab-processing' && booking.reportReleasedAt !== null)
    return [...reached.map(asDone), reportReady(booking.reportReleasedAt)]

  const currentIndex = Math.max(0, path.indexOf(booking.status))
  const following = path.slice(currentIndex + 1).map((status, index): TimelineStep => {
    const label = labels[status]
    if (index > 0) return { status, label, state: 'later' }
    const expected = expectedText(status, booking)
    return { status, label, state: 'next', ...(expected && { expected }) }
  })
  return [...reached, ...following]
}

const asDone = (step: TimelineStep): TimelineStep => ({ ...step, state: 'done' })

/** The customer has the report before the lab completes the booking. */
function reportReady(at: string): TimelineStep {
  return { status: 'completed', label: labels.completed, state: 'current', at }
}

function expectedText(next: BookingStatus, booking: BookingView): string | undefined {
  switch (next) {
    case 'confirmed':
      return booking.status === 'pending_customer_confirmation'
        ? `As soon as you confirm the ${booking.recollection ? 'time' : 'order'}`
        : 'Once a lab has taken your booking'
    case 'sample-collection':
      return whenText(booking)
    case 'lab-processing':
      return 'As soon as the sample reaches the lab'
    case 'completed': {
      if (booking.reportExpected) return `By ${dayAndTimeText(booking.reportExpected.latestBy)}`
      const collected = booking.timeline.find(({ status }) => status === 'sample-collection')
      // Reports are promised within 24 to 48 hours (specification, section 1).
      return collected && `By ${dateText(addDays(istDate(new Date(collected.at)), 2))}`
    }
    default:
      return undefined
  }
}

/** @returns each move as a sentence, latest first */
export function moveTexts(
  { moves }: Pick<BookingView, 'moves'>,
  isCustomer: boolean,
): { at: string; text: string }[] {
  return moves.toReversed().map(({ at, actor, fromDate, fromTime, toDate, toTime }) => {
    const who = actor === 'customer' ? (isCustomer ? 'you' : 'the customer') : 'Jaanch'
    const from = fromDate === null || fromTime === null ? 'an instant visit' : timeText(fromDate, fromTime)
    return { at, text: `Moved from ${from} to ${timeText(toDate, toTime)} by ${who}` }
  })
}

function timeText(date: string, time: string): string {
  return `${dateText(date)}, ${slotText(time)}`
}
