import { auditActions } from '@jaanch/contracts/audit'
import type { UserView } from '@jaanch/contracts/http/auth'
import { X } from 'lucide-react'
import { useState } from 'react'
import { userName } from '@/lib/format/text'
import { useUsers } from '@/lib/resources/users'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { actionText } from './audit-texts'

const actions = auditActions.map((value) => ({ value, label: actionText(value) }))
const mostFound = 5

type AuditFiltersProps = {
  person: UserView | null
  onPerson: (person: UserView | null) => void
  action: string
  onAction: (action: string) => void
  /** YYYY-MM-DD */
  day: string
  onDay: (day: string) => void
}

export function AuditFilters({ person, onPerson, action, onAction, day, onDay }: AuditFiltersProps) {
  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-3 sm:grid-cols-[1fr_14rem_11rem]">
      {person ? (
        <Button
          variant="outline"
          className="justify-between"
          aria-label={`Entries of all people instead of ${userName(person.name)}`}
          onClick={() => onPerson(null)}
        >
          <span className="truncate">{userName(person.name)}</span>
          <X aria-hidden />
        </Button>
      ) : (
        <PersonSearch onPerson={onPerson} />
      )}
      <Select
        label="Action"
        value={action}
        onChange={onAction}
        options={actions}
        placeholder="All actions"
        emptyLabel="All actions"
      />
      <Input type="date" aria-label="Day" value={day} onChange={(event) => onDay(event.target.value)} />
    </search>
  )
}

function PersonSearch({ onPerson }: Pick<AuditFiltersProps, 'onPerson'>) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  return (
    <div>
      <SearchInput
        aria-label="Search a person"
        placeholder="Name, e-mail or phone of a person"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {query && <FoundPeople query={query} onPerson={onPerson} />}
    </div>
  )
}

function FoundPeople({ query, onPerson }: { query: string } & Pick<AuditFiltersProps, 'onPerson'>) {
  const { rows, loading } = useUsers('', query)
  if (loading) return null
  if (rows.length === 0) return <p className="px-3.5 py-3 text-ink-soft text-xs">Nobody is found.</p>
  return (
    <ul aria-label="Found people" className="mt-2 overflow-hidden rounded-xl border bg-surface">
      {rows.slice(0, mostFound).map((user) => (
        <li key={user.id} className="border-b last:border-b-0">
          <button
            type="button"
            className="grid min-h-11 w-full content-center px-3.5 py-1.5 text-left hover:bg-brand-soft"
            onClick={() => onPerson(user)}
          >
            <span className="truncate font-semibold text-sm">{userName(user.name)}</span>
            <span className="truncate text-ink-soft text-xs">{user.email}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
