import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/class-names'

type FieldIds = {
  id: string
  hintId: string
  errorId: string
  invalid: boolean
  describedBy?: string | undefined
}

const FieldContext = createContext<FieldIds | null>(null)

type FieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  optional?: boolean
  className?: string
  children: ReactNode
}

/** Connects a label and a hint or an error to the one control inside. */
export function Field({ label, hint, error, optional = false, className, children }: FieldProps) {
  const id = useId()
  const ids = { id, hintId: `${id}-hint`, errorId: `${id}-error`, invalid: Boolean(error) }
  const describedBy = error ? ids.errorId : hint ? ids.hintId : undefined
  return (
    <FieldContext value={{ ...ids, describedBy }}>
      <div className={cn('grid content-start gap-1.5', className)}>
        <label htmlFor={id} className="font-medium text-ink text-sm">
          {label}
          {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
        </label>
        {children}
        {hint && !error && (
          <p id={ids.hintId} className="text-ink-soft text-xs">
            {hint}
          </p>
        )}
        {error && (
          <p id={ids.errorId} role="alert" className="text-error text-xs">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** @returns the id and ARIA attributes for the control inside a Field */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-invalid': field.invalid || undefined,
    'aria-describedby': field.describedBy,
  }
}
