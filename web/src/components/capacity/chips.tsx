import { X } from 'lucide-react'

type ChipsProps = {
  /** Of the list */
  label: string
  items: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
}

/** Chosen things, each with a button that takes it away. Inside a fieldset with the input that adds them. */
export function Chips({ label, items, onRemove }: ChipsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {items.map(({ id, name }) => (
        <li
          key={id}
          className="flex min-w-0 items-center rounded-lg bg-brand-soft pl-3 font-medium text-brand-ink text-sm"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
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
