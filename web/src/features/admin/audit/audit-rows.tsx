import type { AuditView } from '@jaanch/contracts/http/audit'
import { instantText } from '@/lib/format/dates'
import { Card } from '@/ui/card'
import { aboutText, actionText, actorText } from './audit-texts'

/** A table, and on a phone a card for each entry. */
export function AuditRows({ rows }: { rows: readonly AuditView[] }) {
  return (
    <Card className="overflow-hidden">
      <table className="block w-full text-left text-sm md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b text-ink-soft text-xs">
            {['When', 'What', 'Who', 'Concerns', 'Details'].map((head) => (
              <th key={head} scope="col" className="px-4 py-3 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {rows.map((row) => (
            <AuditRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const cell = 'block md:table-cell md:px-4 md:py-3 md:align-top [overflow-wrap:anywhere]'

function AuditRow({ row }: { row: AuditView }) {
  const { at, action, actor, person } = row
  return (
    <tr className="grid grid-cols-1 gap-y-0.5 border-b px-4 py-3.5 last:border-b-0 md:table-row">
      <td className={`${cell} text-ink-soft text-xs tabular-nums md:whitespace-nowrap`}>{instantText(at)}</td>
      <td className={`${cell} font-semibold`}>{actionText(action)}</td>
      <td className={cell}>
        <PhoneLabel text="By" />
        {actorText(actor)}
      </td>
      <td className={`${cell} empty:max-md:hidden`}>
        {person && (
          <>
            <PhoneLabel text="Concerns" />
            {person.name ?? 'A former account'}
          </>
        )}
      </td>
      <td className={`${cell} text-ink-soft text-xs empty:max-md:hidden`}>{aboutText(row)}</td>
    </tr>
  )
}

function PhoneLabel({ text }: { text: string }) {
  return <span className="text-ink-soft md:hidden">{text} </span>
}
