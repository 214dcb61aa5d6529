import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/class-names'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The key that presses it in its row */
  shortcut?: string | undefined
  /** The id of the text that says what is wrong with it */
  errorId?: string | undefined
  className?: string
  children: ReactNode
}

export function Checkbox({
  checked,
  onChange,
  disabled = false,
  shortcut,
  errorId,
  className,
  children,
}: CheckboxProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cn(
        'flex min-h-11 items-center gap-3 has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        aria-keyshortcuts={shortcut}
        onCheckedChange={(next) => onChange(next === true)}
        className="grid size-5 shrink-0 place-items-center rounded-sm border-2 border-line-strong bg-surface transition-colors data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=checked]:text-on-brand"
      >
        <Primitive.Indicator>
          <Check className="size-3.5" strokeWidth={3} aria-hidden />
        </Primitive.Indicator>
      </Primitive.Root>
      {children}
    </label>
  )
}
