import { auditActions } from '@jaanch/contracts/audit'
import type { AuditView } from '@jaanch/contracts/http/audit'
import type { UserView } from '@jaanch/contracts/http/auth'
import { ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { PersonSearch } from '@/components/search/person-search'
import { instantText } from '@/lib/format/dates'
import { userName } from '@/lib/format/text'
import { paths } from '@/lib/paths'
import { useAudit } from '@/lib/resources/audit'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { Select } from '@/ui/select'
import { SkeletonList } from '@/ui/skeleton'
import { aboutText, actionText, actorText } from './audit-texts'
import { filters as filterTexts, page as pageTexts, entries as texts } from './texts'

/** Who did and saw what. Reached from the page of the users. */
export function AuditPage() {
  const [person, setPerson] = useState<UserView | null>(null)
  const [action, setAction] = useState('')
  const [day, setDay] = useState('')
  const list = useAudit({ action, day, person: person?.id ?? '' })

  function clear() {
    setPerson(null)
    setAction('')
    setDay('')
  }

  return (
    <>
      <PageHeading {...pageTexts.heading}>
        <ButtonLink to={paths.adminUsers} variant="outline" size="sm">
          {pageTexts.users}
        </ButtonLink>
      </PageHeading>
      <AuditFilters
        person={person}
        onPerson={setPerson}
        action={action}
        onAction={setAction}
        day={day}
        onDay={setDay}
      />
      {list.loading ? (
        <SkeletonList count={6} itemClassName="h-24 md:h-14" className="grid grid-cols-1 gap-2" />
      ) : list.rows.length === 0 ? (
        <EmptyState icon={ScrollText} title={pageTexts.none} onClear={clear}>
          {pageTexts.noneText}
        </EmptyState>
      ) : (
        <>
          <AuditRows rows={list.rows} />
          <ShowMore list={list} className="mt-4" />
        </>
      )}
    </>
  )
}

const actions = auditActions.map((value) => ({ value, label: actionText(value) }))

type AuditFiltersProps = {
  person: UserView | null
  onPerson: (person: UserView | null) => void
  action: string
  onAction: (action: string) => void
  day: string
  onDay: (day: string) => void
}

function AuditFilters({ person, onPerson, action, onAction, day, onDay }: AuditFiltersProps) {
  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-3 sm:grid-cols-[1fr_14rem_11rem]">
      {person ? (
        <Button
          variant="outline"
          className="justify-between"
          aria-label={filterTexts.allInsteadOf(userName(person.name))}
          onClick={() => onPerson(null)}
        >
          <span className="truncate">{userName(person.name)}</span>
          <X aria-hidden />
        </Button>
      ) : (
        <PersonSearch onPerson={onPerson} />
      )}
      <Select
        label={filterTexts.action}
        value={action}
        onChange={onAction}
        options={actions}
        emptyLabel={filterTexts.allActions}
      />
      <Input
        type="date"
        aria-label={filterTexts.day}
        value={day}
        onChange={(event) => onDay(event.target.value)}
      />
    </search>
  )
}

function AuditRows({ rows }: { rows: readonly AuditView[] }) {
  return (
    <RowTable label={texts.label} heads={texts.heads}>
      {rows.map((row) => (
        <AuditRow key={row.id} row={row} />
      ))}
    </RowTable>
  )
}

const cell = 'md:py-3 md:align-top'

function AuditRow({ row }: { row: AuditView }) {
  const { at, action, actor, person } = row
  return (
    <Row className="gap-y-0.5 py-3.5">
      <Cell className={`${cell} text-ink-soft text-xs tabular-nums md:whitespace-nowrap`}>
        {instantText(at)}
      </Cell>
      <Cell className={`${cell} font-semibold`}>{actionText(action)}</Cell>
      <Cell className={cell}>
        <PhoneLabel text={texts.by} />
        {actorText(actor)}
      </Cell>
      <Cell className={cell}>
        {person && (
          <>
            <PhoneLabel text={texts.concerns} />
            {person.name ?? texts.formerAccount}
          </>
        )}
      </Cell>
      <Cell className={`${cell} text-ink-soft text-xs`}>{aboutText(row)}</Cell>
    </Row>
  )
}

function PhoneLabel({ text }: { text: string }) {
  return <span className="text-ink-soft md:hidden">{text} </span>
}
