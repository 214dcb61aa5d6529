import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '@/lib/class-names'
import { rateText } from './numbers'

type FlowProps = { rate: number | null; className?: string }

/**
 * A pipe between two steps. Its dots move at a speed that follows from the rate: one strip, moved by the compositor, so that it costs
 * nothing while nothing changes. Without motion they stand still, and the rate above says the same.
 */
export function Flow({ rate, className }: FlowProps) {
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
