/** The controls with which the capacity form chooses values. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/ui/button'

export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}

export function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-ink text-sm">{legend}</legend>
      {children}
    </fieldset>
  )
}

type ChipsProps = {
  label: string
  /** @property path of what belongs to it: opened beside this page, where a form is being filled in */
  items: readonly { id: string; name: string; path?: string }[]
  onRemove: (id: string) => void
}

/** Chosen things, each with a button that takes it away. Inside a fieldset with the input that adds them. */
export function Chips({ label, items, onRemove }: ChipsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {items.map(({ id, name, path }) => (
        <li
          key={id}
          className="flex min-w-0 items-center rounded-lg bg-brand-soft pl-3 font-medium text-brand-ink text-sm"
        >
          {path ? (
            <Link to={path} target="_blank" className="min-w-0 underline [overflow-wrap:anywhere]">
              {name}
            </Link>
          ) : (
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          )}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-line/50"
            onClick={(event) => {
              // pressed by keyboard: the focus would go with the button
              if (event.detail === 0) event.currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              onRemove(id)
            }}
          >
            <X className="size-4" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

type ToggleProps = { label: string; pressed: boolean; onChange: () => void }

export function Toggle({ label, pressed, onChange }: ToggleProps) {
  return (
    <Button
      variant={pressed ? 'soft' : 'outline'}
      aria-pressed={pressed}
      className={pressed ? 'border border-brand px-3' : 'px-3'}
      onClick={onChange}
    >
      {label}
    </Button>
  )
}
