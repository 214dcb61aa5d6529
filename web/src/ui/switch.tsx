import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: string
  description?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, description, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-14 items-center gap-4 py-1">
      <div className="min-w-0 grow">
        <label htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-ink-soft text-xs">
            {description}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={description ? `${id}-description` : undefined}
        className="relative h-7 w-12 shrink-0 rounded-full bg-line-strong transition-colors before:absolute before:-inset-2 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-brand"
      >
        <Primitive.Thumb className="block size-5 translate-x-1 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-6" />
      </Primitive.Root>
    </div>
  )
}
