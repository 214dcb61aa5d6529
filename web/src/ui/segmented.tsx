import type { LucideIcon } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { cn } from '@/lib/class-names'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
  className?: string
}

/** Radix takes '' for "nothing chosen" */
const emptyValue = 'none'

/** A choice of few, all in view, of which one is chosen. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value || emptyValue}
      onValueChange={(next) => {
        // a press on the chosen one leaves it chosen
        if (next) onChange((next === emptyValue ? '' : next) as Value)
      }}
      className={cn('grid auto-cols-fr grid-flow-col rounded-lg border bg-surface p-0.5', className)}
    >
      {options.map(({ value: each, label: name, icon: Icon }) => (
        <ToggleGroup.Item
          key={each}
          value={each || emptyValue}
          className="inline-flex min-h-10 items-center justify-center gap-2 whitespace-nowrap rounded-md px-3.5 font-semibold text-ink-soft text-xs hover:text-ink data-[state=on]:bg-brand-soft data-[state=on]:text-brand-ink"
        >
          {Icon && <Icon className="size-4" aria-hidden />}
          {name}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
