import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CalendarClock, Check, X } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { useUser } from '@/lib/session/session-context'
import { BookingRecollections } from './booking-recollections'
import { moveTexts } from './move-texts'
import { type TimelineStep, timelineSteps } from './timeline-steps'

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
