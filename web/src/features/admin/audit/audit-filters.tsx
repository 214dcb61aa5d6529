import { auditActions } from '@jaanch/contracts/audit'
import type { UserView } from '@jaanch/contracts/http/auth'
import { X } from 'lucide-react'
import { PersonSearch } from '@/components/search/person-search'
import { userName } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { actionText } from './audit-texts'

const actions = auditActions.map((value) => ({ value, label: actionText(value) }))

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
