import type { OperationsView } from '@jaanch/operations/now/api'
import { Activity, ChevronDown, ChevronRight, Clock, type LucideIcon, Minus, OctagonX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { describe, rateText, type Stage, type StageState, stagesOf } from './stages'
import { texts } from './texts'

/**
 * From the log to the workers, and from the log to the browsers: side by side on a phone, below each other on a wide screen. The
 * picture is for eyes; readers of the screen get it in sentences.
 */
export function Pipeline({ view }: { view: OperationsView }) {
  const stages = stagesOf(view)
  return (
    <Card className="@container p-4 sm:p-5">
      <h2 className="sr-only">{texts.pipeline.title}</h2>
      <ul className="sr-only">
        {describe(stages).map((sentence) => (
          <li key={sentence.split(':')[0]}>{sentence}</li>
        ))}
      </ul>
      <div
        aria-hidden
        className="grid @4xl:grid-cols-[9.5rem_minmax(2rem,1fr)_12rem_minmax(2rem,1fr)_15rem_minmax(2rem,1fr)_12rem] @4xl:grid-rows-[auto_auto] grid-cols-2 gap-x-4 @4xl:gap-x-1 @4xl:gap-y-6 @4xl:grid-flow-row grid-flow-col grid-rows-[repeat(7,auto)] items-stretch @4xl:items-center"
      >
        <StageBox
          stage={{ ...stages.log, detail: texts.pipeline.events }}
          className="col-span-2 @4xl:col-span-1 @4xl:row-span-2 @4xl:self-stretch @4xl:content-center @4xl:grid"
        >
          <p className="mt-1 font-bold text-xl tabular-nums">{countText(view.head)}</p>
        </StageBox>

        <Flow rate={stages.relay.rate} />
        <StageBox stage={stages.relay} />
        <Flow rate={stages.work.rate} />
        <StageBox stage={stages.work}>
          <Consumers view={view} />
        </StageBox>
        <Flow rate={stages.workers.rate} />
        <StageBox stage={stages.workers} />

        <Flow rate={stages.projector.rate} />
        <StageBox stage={stages.projector} />
        <Flow rate={stages.readTables.rate} />
        <StageBox stage={stages.readTables} />
        <Flow rate={stages.push.rate} />
        <StageBox stage={stages.push} />
      </div>
    </Card>
  )
}

function Consumers({ view }: { view: OperationsView }) {
  return (
    <ul className="mt-1.5 divide-y border-y">
      {view.consumers.map(({ name, waiting, leased, failing, dead, isMore }) => (
        <li
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-2 py-1 text-xs tabular-nums"
        >
          <span>{name}</span>
          <span className="text-ink-soft">
            {dead > 0 && <span className="font-semibold text-error">{texts.pipeline.dead(dead)} · </span>}
            {failing > 0 && (
              <span className="font-semibold text-accent-ink">{texts.pipeline.failing(failing)} · </span>
            )}
            {waiting + leased > 0 && `${texts.pipeline.open(waiting + leased, isMore)} · `}
            {rateText(view.rates.work[name] ?? 0)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const styles: Record<
  StageState,
  { icon: LucideIcon; variant: 'success' | 'neutral' | 'accent' | 'error'; box: string }
> = {
  running: { icon: Activity, variant: 'success', box: '' },
  idle: { icon: Minus, variant: 'neutral', box: '' },
  behind: { icon: Clock, variant: 'accent', box: 'border-accent-strong' },
  stopped: { icon: OctagonX, variant: 'error', box: 'border-error' },
}

type StageBoxProps = { stage: Stage; className?: string; children?: ReactNode }

function StageBox({ stage, className, children }: StageBoxProps) {
  const { icon, variant, box } = styles[stage.state]
  return (
    <div className={cn('min-w-0 rounded-xl border bg-surface px-3 py-2.5', box, className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="font-semibold text-sm">{stage.title}</span>
        <Badge variant={variant} icon={icon} className="px-1.5">
          {texts.stages.states[stage.state]}
        </Badge>
      </div>
      {children}
      {stage.detail && <p className="mt-1 text-ink-soft text-xs tabular-nums">{stage.detail}</p>}
    </div>
  )
}

/**
 * A pipe between two steps. Its dots move at a speed that follows from the rate: one strip, moved by the compositor, so that it costs
 * nothing while nothing changes. Without motion they stand still, and the rate above says the same.
 */
function Flow({ rate, className }: { rate: number | null; className?: string }) {
  const across = useRef<HTMLDivElement>(null)
  const down = useRef<HTMLDivElement>(null)
  const speed = speedOf(rate)

  useEffect(() => {
    for (const strip of [across.current, down.current]) {
      const animation = strip?.getAnimations?.()[0]
      if (!animation) continue
      if (speed === 0) animation.pause()
      else {
        // a new duration would make the dots jump
        animation.updatePlaybackRate(speed)
        if (animation.playState === 'paused') animation.play()
      }
    }
  }, [speed])

  const dots = cn('absolute will-change-transform', speed === 0 && 'opacity-30')
  return (
    <div className={cn('relative flex min-h-12 items-center justify-center', className)}>
      <span className="absolute inset-x-0 top-[calc(50%-1.6rem)] @4xl:text-center @max-4xl:top-1/2 @max-4xl:left-[calc(50%+0.75rem)] @max-4xl:-translate-y-1/2 text-ink-soft text-xs tabular-nums">
        {rateText(rate)}
      </span>
      <div className="@4xl:block hidden h-2 w-full overflow-hidden rounded-full bg-sunken">
        <div className="relative h-2">
          <div
            ref={across}
            className={cn(dots, 'inset-y-0 right-0 -left-6 animate-flow-across bg-dots-across')}
          />
        </div>
      </div>
      <ChevronRight className="-ml-2 @4xl:block hidden size-4 shrink-0 text-line-strong" />
      <div className="relative h-12 w-2 @4xl:hidden overflow-hidden rounded-full bg-sunken">
        <div ref={down} className={cn(dots, 'inset-x-0 -top-6 bottom-0 animate-flow-down bg-dots-down')} />
      </div>
      <ChevronDown className="-bottom-2.5 absolute @4xl:hidden size-4 text-line-strong" />
    </div>
  )
}

/** @returns dots that pass in a second: none, then from one to six; an eye cannot follow more */
export function speedOf(rate: number | null): number {
  if (rate === null || rate <= 0) return 0
  return Math.min(6, Math.round((0.6 + 1.4 * Math.log10(1 + rate)) * 10) / 10)
}
