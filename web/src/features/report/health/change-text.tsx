import type { ResultView } from '@jaanch/report/results/api'
import type { TrendChange } from '@jaanch/report/trends/api'
import { ArrowDownRight, ArrowRight, ArrowUpRight, History } from 'lucide-react'
import { valueText } from '@/features/report/results/texts'
import { cn } from '@/lib/class-names'
import { directions, from, notComparable } from './texts'

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight }

type ChangeTextProps = {
  change: Pick<TrendChange, 'direction' | 'before' | 'isReal' | 'hasCrossed'>
  unit: ResultView['unit']
  /** Of the result as it is now: what is within the interval is no warning, however much it changed */
  flag: ResultView['flag']
}

/** Whether a result went up or down, and from what; the arrow is the direction that the API compared. */
export function ChangeText({ change, unit, flag }: ChangeTextProps) {
  const { direction, before, isReal, hasCrossed } = change
  const Arrow = direction ? arrows[direction] : History
  return (
    <span
      className={cn(
        'inline-flex min-w-0 items-center gap-1 text-ink-soft text-xs tabular-nums',
        (isReal || hasCrossed) && 'font-semibold',
        (isReal || hasCrossed) && (flag === 'normal' ? 'text-success' : 'text-accent-ink'),
      )}
    >
      <Arrow className="size-4 shrink-0" aria-hidden data-direction={direction ?? 'none'} />
      <span className="truncate">
        <span className="sr-only">{direction ? directions[direction] : notComparable} </span>
        <span aria-hidden>{from} </span>
        {valueText({ ...before, unit })}
      </span>
    </span>
  )
}
