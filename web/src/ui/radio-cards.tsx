import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

type RadioCardOption = {
  value: string
  label: ReactNode
  description?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

type RadioCardsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly RadioCardOption[]
  /** Labels only, without the dot: for many short options */
  compact?: boolean
  /** The id of the text that says what is wrong with the choice */
  errorId?: string | undefined
  className?: string
  itemClassName?: string
}

export function RadioCards({
  label,
  value,
  onChange,
  options,
  compact = false,
  errorId,
  className,
  itemClassName,
}: RadioCardsProps) {
  return (
    <RadioGroup.Root
      aria-label={label}
      aria-invalid={errorId !== undefined || undefined}
      aria-describedby={errorId}
      value={value}
      onValueChange={onChange}
      className={cn('grid grid-cols-1 gap-3', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={cn(cardClass, compact && 'min-h-12 justify-center px-2 py-2 text-center', itemClassName)}
        >
          {!compact && (
            <span className="grid size-5 shrink-0 place-items-center rounded-full border-2 border-line-strong bg-surface">
              <RadioGroup.Indicator className="size-2.5 rounded-full bg-brand" />
            </span>
          )}
          <span className={cn('min-w-0', !compact && 'grow')}>
            <span className={cn('block font-semibold', compact && 'text-xs sm:text-sm')}>{option.label}</span>
            {option.description && <span className="block text-ink-soft text-xs">{option.description}</span>}
          </span>
          {option.icon && (
            <span className="shrink-0 text-brand-ink [&_svg]:size-5" aria-hidden>
              {option.icon}
            </span>
          )}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

const cardClass =
  'flex min-h-14 w-full items-center gap-3 rounded-xl border bg-surface p-3.5 text-left transition-colors not-disabled:hover:border-line-strong disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-brand data-[state=checked]:bg-brand-soft data-[state=checked]:ring-1 data-[state=checked]:ring-brand'
