import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { cn } from '@/lib/class-names'
import { useFieldProps } from './field'
import { inputLook } from './input'

export type Choice = { value: string; label: string }

/** Radix keeps '' for what is not chosen yet and takes it from no item. */
const noneValue = 'none'

type SelectProps = {
  value: string
  onChange: (value: string) => void
  choices: readonly Choice[]
  placeholder?: string
  /** Where no Field around it gives the name */
  label?: string
  /** Stands there whatever is chosen, where the choice shows elsewhere */
  shows?: string
  /** The first choice: it takes back what was chosen, and the value is '' again */
  none?: string
  className?: string
}

export function Select({
  value,
  onChange,
  choices,
  placeholder,
  label,
  shows,
  none,
  className,
}: SelectProps) {
  const items = none === undefined ? choices : [{ value: noneValue, label: none }, ...choices]
  return (
    <Primitive.Root
      value={value}
      onValueChange={(chosen) => onChange(none !== undefined && chosen === noneValue ? '' : chosen)}
    >
      <Primitive.Trigger
        {...useFieldProps()}
        {...(label ? { 'aria-label': label } : {})}
        className={cn(
          inputLook,
          'flex h-11 items-center justify-between gap-2 text-left data-[placeholder]:text-ink-soft',
          className,
        )}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder}>{shows}</Primitive.Value>
        </span>
        <Primitive.Icon>
          <ChevronDown className="size-4 text-ink-soft" aria-hidden />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={6}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-fade overflow-hidden rounded-xl border bg-surface shadow-high"
        >
          <Primitive.Viewport className="p-1">
            {items.map((choice) => (
              <Primitive.Item
                key={choice.value}
                value={choice.value}
                className="flex min-h-11 cursor-pointer select-none items-center justify-between gap-6 rounded-lg px-3 text-sm outline-none data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink sm:min-h-9"
              >
                <Primitive.ItemText>{choice.label}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check className="size-4 text-brand-ink" aria-hidden />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
