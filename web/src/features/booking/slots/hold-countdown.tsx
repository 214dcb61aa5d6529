import { Hourglass, TimerReset } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNow } from '@/lib/timing'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { type Hold, holdPhase, minutesLeft, remainingText } from './hold'
import type { HoldControl } from './use-hold'

type HoldCountdownProps = {
  control: HoldControl
  /** 'tomorrow, 8:00–10:00 am' */
  visit: string
  /** Leads back to the choice; not where it is on the screen already */
  onChooseAgain?: (() => void) | undefined
}

/** Shows how long the chosen slot is held, offers the renewal in the last two minutes, and says what can be done after the end. */
export function HoldCountdown({ control, visit, onChooseAgain }: HoldCountdownProps) {
  if (control.hold) {
    return <Countdown hold={control.hold} control={control} visit={visit} onChooseAgain={onChooseAgain} />
  }
  if (!control.isPending) return null
  return (
    <Line icon={<Hourglass className="animate-pulse" />}>
      <p>Holding {visit} for you...</p>
    </Line>
  )
}

function Countdown({ hold, control, visit, onChooseAgain }: HoldCountdownProps & { hold: Hold }) {
  const now = useNow(1_000).getTime()
  const phase = holdPhase(hold, now)
  useAnnouncements(hold, phase, visit)
  if (phase === 'ended') {
    return (
      <Line tone="error" icon={<TimerReset />}>
        <p role="alert" className="min-w-0 grow basis-52 text-balance">
          <strong className="font-semibold">The time is over:</strong> {visit} is no longer held for you.
        </p>
        {!control.isFrozen && (
          <span className="flex grow flex-wrap gap-2 sm:grow-0">
            <Button size="sm" className="grow" onClick={control.holdAgain}>
              Hold it again
            </Button>
            {onChooseAgain && (
              <Button size="sm" variant="outline" className="grow" onClick={onChooseAgain}>
                Choose another time
              </Button>
            )}
          </span>
        )}
      </Line>
    )
  }
  const isEnding = phase !== 'held'
  return (
    <Line tone={isEnding ? 'accent' : 'brand'} icon={<Hourglass />}>
      <p role="timer" aria-live="off" className="grow">
        Held for you for <strong className="font-bold tabular-nums">{remainingText(hold, now)}</strong>
      </p>
      {isEnding && hold.isRenewable && !control.isFrozen && (
        <Button size="sm" variant="outline" loading={control.isRenewing} onClick={() => void control.renew()}>
          Keep it longer
        </Button>
      )}
    </Line>
  )
}

/** Announces the start and the last minute, not each second. The end is an alert on the screen. */
function useAnnouncements(hold: Hold, phase: ReturnType<typeof holdPhase>, visit: string) {
  const start = hold.endsAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each hold and renewal
  useEffect(() => {
    const minutes = minutesLeft(hold, Date.now())
    if (holdPhase(hold, Date.now()) === 'held') announce(`${visit} is held for you for ${minutes} minutes.`)
  }, [start])
  useEffect(() => {
    if (phase === 'last-minute') announce(`One minute left: ${visit} is held for you until then.`)
  }, [phase, visit])
}

const tones = {
  brand: 'bg-brand-soft text-brand-ink',
  accent: 'bg-accent-soft text-accent-ink',
  error: 'bg-error-soft text-error',
}

type LineProps = { icon: ReactNode; tone?: keyof typeof tones; children: ReactNode }

function Line({ icon, tone = 'brand', children }: LineProps) {
  return (
    <div className={tones[tone]}>
      <div className="mx-auto flex min-h-12 max-w-[1040px] flex-wrap items-center gap-x-3 gap-y-2 px-4 py-1.5 text-sm sm:px-6">
        <span className="shrink-0 [&_svg]:size-5" aria-hidden>
          {icon}
        </span>
        {children}
      </div>
    </div>
  )
}
