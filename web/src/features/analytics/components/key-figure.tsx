import { cn } from '@/lib/class-names'

type KeyFigureProps = { label: string; value: string; swatch?: string }

export function KeyFigure({ label, value, swatch }: KeyFigureProps) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-ink-soft text-xs">
        {swatch && <span className={cn('size-2.5 shrink-0 rounded-sm', swatch)} />}
        {label}
      </p>
      <p className="font-bold text-xl tabular-nums tracking-tight">{value}</p>
    </div>
  )
}
