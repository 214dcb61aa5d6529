import type { AuditView } from '@jaanch/contracts/http/audit'
import { instantText } from '@/lib/format/dates'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { aboutText, actionText, actorText } from './audit-texts'

export function AuditRows({ rows }: { rows: readonly AuditView[] }) {
  return (
    <RowTable label="Audit trail" heads={['When', 'What', 'Who', 'Concerns', 'Details']}>
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
        <PhoneLabel text="By" />
        {actorText(actor)}
      </Cell>
      <Cell className={cell}>
        {person && (
          <>
            <PhoneLabel text="Concerns" />
            {person.name ?? 'A former account'}
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
