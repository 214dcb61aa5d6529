import type { UserView } from '@jaanch/account/sessions/api'
import { X } from 'lucide-react'
import { useState } from 'react'
import { PersonSearch } from '@/features/account/person-search/person-search'
import { shortId, userName } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import type { EventFilter } from './event-feed'
import { actorOptions, eventTypes, texts } from './texts'

const types = eventTypes.map((value) => ({ value, label: value }))

const aPerson = 'person'

const actors = [...actorOptions, { value: aPerson, label: texts.filters.aPerson }]

type EventFiltersProps = { filter: EventFilter; onChange: (changes: Partial<EventFilter>) => void }

export function EventFilters({ filter, onChange }: EventFiltersProps) {
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
      <Field label={texts.filters.stream}>
        <SearchInput
          placeholder={texts.filters.streamExample}
          maxLength={60}
          value={filter.stream}
          onChange={(event) => onChange({ stream: event.target.value })}
        />
      </Field>
      <Field label={texts.filters.type}>
        <Select
          value={type}
          onChange={(value) => onChange({ type: value })}
          options={types}
          emptyLabel={texts.filters.allTypes}
        />
      </Field>
      <Field label={texts.filters.actor}>
        {isId ? (
          <Button
            variant="outline"
            className="justify-between"
            aria-label={texts.filters.allActorsInsteadOf(nameOf(person, actor))}
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
            emptyLabel={texts.filters.allActors}
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
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={texts.filters[name]}>
          <Input
            type="datetime-local"
            step={1}
            value={filter[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </Field>
      ))}
    </search>
  )
}

function nameOf(person: UserView | null, id: string): string {
  return person?.id === id ? userName(person.name) : texts.filters.person(shortId(id))
}
