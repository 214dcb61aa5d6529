import type { UserView } from '@jaanch/contracts/http/auth'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PersonSearch } from '@/components/search/person-search'
import { shortId, userName } from '@/lib/format/text'
import type { EventFilter } from '@/lib/resources/operations/events'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { actorOptions, eventTypes } from './event-texts'

const types = eventTypes.map((value) => ({ value, label: value }))
const aPerson = 'person'
const actors = [...actorOptions, { value: aPerson, label: 'A person …' }]

type EventFiltersProps = { filter: EventFilter; onChange: (changes: Partial<EventFilter>) => void }

export function EventFilters({ filter, onChange }: EventFiltersProps) {
  const [search] = useSearchParams()
  const [isPerson, setPerson] = useState(false)
  const [person, setFound] = useState<UserView | null>(null)
  const { type, actor } = filter
  const isId = actor !== '' && !actorOptions.some(({ value }) => value === actor)

  function choose(value: string) {
    setPerson(value === aPerson)
    onChange({ actor: value === aPerson ? '' : value })
  }

  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-3 rounded-xl border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Booking, prescription, lab or order" className="lg:col-span-1">
        <SearchInput
          placeholder="Id, its beginning, or JN-2026-…"
          maxLength={60}
          value={search.get('stream') ?? ''}
          onChange={(event) => onChange({ stream: event.target.value })}
        />
      </Field>
      <Field label="Type">
        <Select
          value={type}
          onChange={(value) => onChange({ type: value })}
          options={types}
          emptyLabel="All types"
        />
      </Field>
      <Field label="Actor">
        {isId ? (
          <Button
            variant="outline"
            className="justify-between"
            aria-label={`Events of all actors instead of ${nameOf(person, actor)}`}
            onClick={() => choose('')}
          >
            <span className="truncate">{nameOf(person, actor)}</span>
            <X aria-hidden />
          </Button>
        ) : (
          <Select
            value={isPerson ? aPerson : actor}
            onChange={choose}
            options={actors}
            emptyLabel="All actors"
          />
        )}
      </Field>
      {isPerson && !isId && (
        <div className="sm:col-span-2 lg:col-span-3">
          <PersonSearch
            onPerson={(found) => {
              setFound(found)
              onChange({ actor: found.id })
            }}
          />
        </div>
      )}
      <Field label="From">
        <Input
          type="datetime-local"
          step={1}
          value={search.get('from') ?? ''}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </Field>
      <Field label="To">
        <Input
          type="datetime-local"
          step={1}
          value={search.get('to') ?? ''}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </Field>
    </search>
  )
}

function nameOf(person: UserView | null, id: string): string {
  return person?.id === id ? userName(person.name) : `Person ${shortId(id)}`
}
