import { Check, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/lib/class-names'

type StepProps = {
  title: string
  /** 'now': it is open, with what it needs; 'failed': it was not possible, which is recorded */
  state: 'done' | 'now' | 'later' | 'failed'
  /** What came of it, beside the title */
  result?: ReactNode
  children?: ReactNode
}

/** A step of a visit. The one that is due comes into view, its buttons near the thumb. */
export function Step({ title, state, result, children }: StepProps) {
  const element = useRef<HTMLLIElement>(null)
  const isNow = state === 'now'
  useEffect(() => {
    if (isNow) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isNow])
  return (
    <li
      ref={element}
      aria-current={isNow ? 'step' : undefined}
      className={cn(
        'scroll-mt-32 scroll-mb-6 rounded-xl border',
        isNow ? 'border-brand bg-surface shadow-card' : 'bg-surface',
        state === 'later' && 'border-dashed bg-transparent',
      )}
    >
      <div className="flex min-h-12 items-center gap-3 px-3.5 py-2">
        <span
          className={cn(
            'grid size-6 shrink-0 place-items-center rounded-full [&_svg]:size-4',
            state === 'done' && 'bg-success-soft text-success',
            state === 'failed' && 'bg-accent-soft text-accent-ink',
            isNow && 'bg-brand text-on-brand',
            state === 'later' && 'border-2 border-line-strong/60',
          )}
        >
          {state === 'done' && <Check aria-hidden />}
          {state === 'failed' && <CircleX aria-hidden />}
          {isNow && <span className="size-2 rounded-full bg-on-brand" />}
        </span>
        <span className={cn('min-w-0 grow font-semibold', state === 'later' && 'text-ink-soft')}>
          {title}
        </span>
        {result && <span className="shrink-0 text-ink-soft text-xs tabular-nums">{result}</span>}
      </div>
      {children && <div className="grid gap-3 px-3.5 pt-1 pb-3.5">{children}</div>}
    </li>
  )
}
