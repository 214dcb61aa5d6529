import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { cn } from '@/lib/class-names'
import { useFieldProps } from './field'
import { inputClass } from './input'

export type SelectOption = { value: string; label: string }

/** Radix reserves '' for "nothing selected" and rejects it as the value of an item. */
const emptyValue = 'none'

type SelectProps = {
  value: string
  onChange: (value: string) => void
  options: readonly SelectOption[]
  placeholder?: string
  /** Accessible name, where no Field provides one */
  label?: string
  /** Shown on the trigger instead of the selected label */
  displayText?: string
  /** Label of a first item that resets the value to '', and what is shown then if there is no placeholder */
  emptyLabel?: string
  className?: string
}

export function Select({
  value,
  onChange,
  options,
  label,
  displayText,
  emptyLabel,
  placeholder = emptyLabel,
  className,
}: SelectProps) {
  const items = emptyLabel === undefined ? options : [{ value: emptyValue, label: emptyLabel }, ...options]
  return (
    <Primitive.Root
      value={value}
      onValueChange={(selected) =>
        onChange(emptyLabel !== undefined && selected === emptyValue ? '' : selected)
      }
    >
      <Primitive.Trigger
        {...useFieldProps()}
        {...(label ? { 'aria-label': label } : {})}
        className={cn(
          inputClass,
          'flex h-11 items-center justify-between gap-2 text-left data-[placeholder]:text-ink-soft',
          className,
        )}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder}>{displayText}</Primitive.Value>
        </span>
        <Primitive.Icon>
          <ChevronDown className="size-4 text-ink-soft" aria-hidden />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={6}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-(--radix-select-content-available-width) animate-fade overflow-hidden rounded-xl border bg-surface shadow-high"
        >
          <Primitive.Viewport className="p-1">
            {items.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="flex min-h-11 cursor-pointer select-none items-center justify-between gap-6 rounded-lg px-3 text-sm outline-none data-[highlighted]:bg-brand-soft data-[highlighted]:text-brand-ink pointer-fine:sm:min-h-9"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
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
