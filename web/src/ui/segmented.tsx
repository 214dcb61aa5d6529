import type { LucideIcon } from 'lucide-react'
import { cn } from '@/lib/class-names'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
  className?: string
}

/** A choice of few, all in view, of which one is chosen. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: SegmentedProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className={cn('grid min-w-0 auto-cols-fr grid-flow-col rounded-lg border bg-surface p-0.5', className)}
    >
      {options.map(({ value: each, label: name, icon: Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => each !== value && onChange(each)}
          className="inline-flex min-h-10 items-center justify-center gap-2 whitespace-nowrap rounded-md px-2.5 font-semibold text-ink-soft text-xs hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {Icon && <Icon className="size-4" aria-hidden />}
          {name}
        </button>
      ))}
    </fieldset>
  )
}
