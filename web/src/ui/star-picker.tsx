import { Star } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { cn } from '@/lib/class-names'
import { starWords } from './stars'

type StarPickerProps = {
  label: string
  /** 0: none is chosen yet */
  value: number
  onChange: (value: number) => void
  error?: string | undefined
}

/** Five stars as a radio group: arrow keys choose, and each star is a target of 44 px. */
export function StarPicker({ label, value, onChange, error }: StarPickerProps) {
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1">
      <p id={id} className="font-medium text-sm">
        {label}
      </p>
      <div className="-ml-2 flex flex-wrap items-center gap-x-3">
        <RadioGroup.Root
          aria-labelledby={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          orientation="horizontal"
          value={value === 0 ? '' : String(value)}
          onValueChange={(chosen) => onChange(Number(chosen))}
          className="flex"
        >
          {starWords.map((word, index) => (
            <RadioGroup.Item
              key={word}
              value={String(index + 1)}
              aria-label={index === 0 ? '1 star' : `${index + 1} stars`}
              className="group grid size-11 place-items-center rounded-lg"
            >
              <Star
                aria-hidden
                className={cn(
                  'size-8 transition-colors',
                  index < value ? 'fill-accent text-accent' : 'text-line-strong group-hover:text-accent',
                )}
              />
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
        <span className="min-w-20 font-semibold text-sm" aria-hidden>
          {starWords[value - 1]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-error text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
