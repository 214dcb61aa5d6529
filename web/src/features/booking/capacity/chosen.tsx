/** The controls with which the capacity form chooses values. */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'

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
  /** @property path of a page about it, which opens beside this one, where a form is being filled in */
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

type Item = { id: string; name: string }

type SearchAndAddProps = {
  label: string
  hint?: string
  items: readonly Item[]
  onAdd: (id: string) => void
  onFocus?: () => void
}

const mostShown = 5

export function SearchAndAdd({ label, hint, items, onAdd, onFocus }: SearchAndAddProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const query = text.trim().toLowerCase()
  const matches = query
    ? items
        .filter(({ name }) => name.toLowerCase().includes(query))
        .toSorted((a, b) => startsWith(b, query) - startsWith(a, query))
        .slice(0, mostShown)
    : []

  function add(id: string) {
    onAdd(id)
    setText('')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // it would submit the form
    event.preventDefault()
    if (matches[0]) add(matches[0].id)
  }

  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        <SearchInput
          ref={input}
          autoComplete="off"
          value={text}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div role="status" className="flex flex-wrap gap-2 empty:hidden">
        {query && matches.length === 0 && <p className="text-ink-soft text-sm">Nothing found</p>}
        {matches.map(({ id, name }) => (
          <Button
            icon={Plus}
            key={id}
            variant="outline"
            className="max-w-full whitespace-normal text-left"
            onClick={() => add(id)}
          >
            <span>
              <span className="sr-only">Add </span>
              {name}
            </span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function startsWith({ name }: Item, query: string): number {
  return Number(name.toLowerCase().startsWith(query))
}
