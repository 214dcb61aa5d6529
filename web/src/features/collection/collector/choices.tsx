import { cn } from '@/lib/class-names'

type ChoicesProps<Value extends string> = {
  label: string
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; description?: string }[]
  className?: string
}

/** A choice for the thumb, by the browser's own radio buttons: those of `ui` would take a sixth of what this page may load. */
export function Choices<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={cn('grid gap-2', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-xl border bg-surface px-2.5 py-2.5 transition-colors has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-ring has-checked:ring-1 has-checked:ring-brand"
        >
          <input
            type="radio"
            name={label}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-brand outline-none"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{option.label}</span>
            {option.description && <span className="block text-ink-soft text-xs">{option.description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
