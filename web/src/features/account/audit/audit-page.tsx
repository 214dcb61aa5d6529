import { auditActions } from '@jaanch/account/audit/actions'
import type { AuditView } from '@jaanch/account/audit/api'
import type { UserView } from '@jaanch/account/sessions/api'
import { ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { PersonSearch } from '@/features/account/person-search/person-search'
import { useAddressState } from '@/lib/address-state'
import { usePages } from '@/lib/cache/use-pages'
import { instantText } from '@/lib/format/dates'
import { capitalised, shortId, userName } from '@/lib/format/text'
import { affectedPath, paths } from '@/lib/paths'
import { Button, SmallLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { Select } from '@/ui/select'
import { SkeletonList } from '@/ui/skeleton'

const pageTexts = {
  heading: { title: 'Audit Trail', description: 'Who did and saw what, kept for a year.' },
  users: 'Users',
  affected: 'Whose data it saw',
  none: 'No entries found',
  noneText: 'Nothing was recorded that matches.',
}

const filterTexts = {
  allInsteadOf: (name: string) => `Entries of all people instead of ${name}`,
  onePerson: 'One person',
  action: 'Action',
  allActions: 'All actions',
  day: 'Day',
}

const texts = {
  label: 'Audit trail',
  heads: ['When', 'What', 'Who', 'Concerns', 'Details'],
  by: 'By',
  concerns: 'Concerns',
  formerAccount: 'A former account',
}

/** @returns 'Sign in failed' */
export function actionText(action: string): string {
  return capitalised(action.replaceAll('-', ' '))
}

const kinds = {
  customer: 'customer',
  'lab-partner': 'lab',
  admin: 'admin',
  operator: 'operator',
  system: 'system',
} as const

/** @returns 'Asha Rao (customer)', 'A stranger' */
export function actorText(actor: AuditView['actor']): string {
  if (!actor) return 'A stranger'
  const kind = kinds[actor.kind]
  return actor.name === null ? `Former ${kind}` : `${actor.name} (${kind})`
}

/** @returns 'booking 1f2e3d4c', what a command was called with, a reason */
export function aboutText({ object, details, reason }: Pick<AuditView, 'object' | 'details' | 'reason'>) {
  const [kind = '', id = ''] = object?.split(':') ?? []
  const { change: _, bookingId, ...others } = details
  return [
    object && `${kind.replaceAll('-', ' ')} ${shortId(id)}`,
    typeof bookingId === 'string' && `booking ${shortId(bookingId)}`,
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
    reason && `“${reason}”`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** '' for none. `person` is the id of a user */
const noFilter = { action: '', person: '', day: '' }
type AuditFilter = typeof noFilter

/** Lists who did and saw what. Reached from the page of the users. */
export function AuditPage() {
  const [filter, show] = useAddressState(noFilter)
  const list = usePages('/api/audit', filter)
  return (
    <>
      <PageHeading {...pageTexts.heading}>
        {filter.person && <SmallLink to={affectedPath(filter.person)}>{pageTexts.affected}</SmallLink>}
        <SmallLink to={paths.adminUsers}>{pageTexts.users}</SmallLink>
      </PageHeading>
      <AuditFilters filter={filter} onChange={show} />
      {list.loading ? (
        <SkeletonList count={6} itemClassName="h-24 md:h-14" className="grid grid-cols-1 gap-2" />
      ) : list.rows.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={pageTexts.none}
          onClear={() => show(noFilter)}
          text={pageTexts.noneText}
        />
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

type AuditFiltersProps = { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void }

function AuditFilters({ filter: { person, action, day }, onChange }: AuditFiltersProps) {
  // the address has the id alone: a name does not belong in it
  const [chosen, setChosen] = useState<UserView | null>(null)
  const name = chosen?.id === person ? userName(chosen.name) : filterTexts.onePerson

  function choose(next: UserView | null) {
    setChosen(next)
    onChange({ person: next?.id ?? '' })
  }

  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-3 sm:grid-cols-[1fr_14rem_11rem]">
      {person ? (
        <Button
          variant="outline"
          className="justify-between"
          aria-label={filterTexts.allInsteadOf(name)}
          onClick={() => choose(null)}
        >
          <span className="truncate">{name}</span>
          <X aria-hidden />
        </Button>
      ) : (
        <PersonSearch onPerson={choose} />
      )}
      <Select
        label={filterTexts.action}
        value={action}
        onChange={(next) => onChange({ action: next })}
        options={actions}
        emptyLabel={filterTexts.allActions}
      />
      <Input
        type="date"
        aria-label={filterTexts.day}
        value={day}
        onChange={(event) => onChange({ day: event.target.value })}
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
