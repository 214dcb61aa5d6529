import type { BookingView } from '@jaanch/contracts/http/bookings'
import { Check, X } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { type JourneyStep, journeyOf } from './journey'

const dots: Record<JourneyStep['state'], string> = {
  done: 'border-brand bg-brand text-on-brand',
  now: 'border-brand bg-brand-soft',
  next: 'border-line-strong border-dashed bg-surface',
  later: 'border-line bg-surface',
}

/** The way of a booking: each status with its time, the next step and when to expect it. */
export function BookingTimeline({ booking }: { booking: BookingView }) {
  const steps = journeyOf(booking)
  return (
    <ol aria-label="Progress" className="grid md:auto-cols-fr md:grid-flow-col">
      {steps.map((step, place) => (
        <li
          key={step.status}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0 md:block md:pr-3 md:pb-0"
        >
          {place < steps.length - 1 && (
            <span
              className={cn(
                'absolute top-6 bottom-0 left-[11px] w-0.5 md:top-[11px] md:right-0 md:bottom-auto md:left-6 md:h-0.5 md:w-auto',
                steps[place + 1]?.at ? 'bg-brand' : 'bg-line',
              )}
              aria-hidden
            />
          )}
          <Dot step={step} />
          <div className={cn('min-w-0 md:mt-2', step.state === 'later' && 'text-ink-soft')}>
            <p className={cn('text-sm', step.state === 'now' && 'font-semibold')}>
              {step.state === 'next' && <span className="text-ink-soft">Next: </span>}
              {step.label}
            </p>
            {step.at && (
              <time dateTime={step.at} className="block text-ink-soft text-xs tabular-nums">
                {instantText(step.at)}
              </time>
            )}
            {step.expect && <p className="text-ink-soft text-xs">{step.expect}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Dot({ step }: { step: JourneyStep }) {
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
      {step.state === 'now' && <span className="size-2.5 animate-rise rounded-full bg-brand" />}
    </span>
  )
}
