import type { UserView } from '@jaanch/account/sessions/api'
import { useState } from 'react'
import { useUsers } from '@/features/account/users/calls'
import { userName } from '@/lib/format/text'
import { useDebounced } from '@/lib/timing'
import { SearchInput } from '@/ui/search-input'

const mostFound = 5

type PersonSearchProps = { onPerson: (person: UserView) => void }

export function PersonSearch({ onPerson }: PersonSearchProps) {
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

function FoundPeople({ query, onPerson }: { query: string } & PersonSearchProps) {
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
