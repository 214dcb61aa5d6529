import { Activity, Clock, type LucideIcon, Minus, OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { Badge } from '@/ui/badge'
import { type Stage, type StageState, stateTexts } from './stages'

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

/** One step of the pipeline. */
export function StageBox({ stage, className, children }: StageBoxProps) {
  const { icon, variant, box } = styles[stage.state]
  return (
    <div className={cn('min-w-0 rounded-xl border bg-surface px-3 py-2.5', box, className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className="font-semibold text-sm">{stage.title}</span>
        <Badge variant={variant} icon={icon} className="px-1.5">
          {stateTexts[stage.state]}
        </Badge>
      </div>
      {children}
      {stage.detail && <p className="mt-1 text-ink-soft text-xs tabular-nums">{stage.detail}</p>}
    </div>
  )
}
