import { Plus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'

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
            key={id}
            variant="outline"
            className="max-w-full whitespace-normal text-left"
            onClick={() => add(id)}
          >
            <Plus aria-hidden />
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
