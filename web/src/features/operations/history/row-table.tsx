import { PencilLine } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { Badge } from '@/ui/badge'
import { Panel } from '@/ui/panel'
import { FieldName } from './field-name'
import type { FieldAt, RowAt } from './fields-at'
import { MadeBy } from './made-by'
import { row as texts, valueText } from './texts'

/** The fields of a row: value, and the event that made it; those that the selected event changed are marked. */
export function RowTable({ row: { table, key, fields } }: { row: RowAt }) {
  const changed = fields.filter(({ change }) => change).length
  return (
    <Panel title={table} action={changed > 0 && <Changed>{texts.changedCount(changed)}</Changed>}>
      {key && <p className="break-all border-b px-4 py-2 text-ink-soft text-xs sm:px-5">{key}</p>}
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-ink-soft text-xs">
          <tr className="border-b">
            <th className="w-2/5 px-4 py-2 font-medium sm:w-1/3 sm:px-5">{texts.field}</th>
            <th className="px-2 py-2 font-medium">{texts.value}</th>
            <th className="hidden w-56 px-4 py-2 font-medium sm:table-cell">{texts.madeBy}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr
              key={field.path}
              className={cn('border-b align-top last:border-b-0', field.change && 'bg-accent-soft')}
            >
              <th scope="row" className="break-words px-4 py-2 font-medium sm:px-5">
                <FieldName path={field.path} />
                {field.change && <Changed className="ml-2">{texts.changed}</Changed>}
              </th>
              <td className="break-words px-2 py-2">
                <Value field={field} />
                <span className="mt-1 block text-xs sm:hidden">
                  <MadeBy event={field.madeBy} />
                </span>
              </td>
              <td className="hidden break-words px-4 py-2 text-xs sm:table-cell">
                <MadeBy event={field.madeBy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

export function Changed({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <Badge variant="accent" icon={PencilLine} className={className}>
      {children}
    </Badge>
  )
}

function Value({ field: { after, change } }: { field: FieldAt }) {
  return (
    <>
      {after === undefined ? <em>{texts.removed}</em> : <span>{valueText(after)}</span>}
      {change?.before !== undefined && (
        <span className="block text-ink-soft text-xs">
          {texts.before} <s>{valueText(change.before)}</s>
        </span>
      )}
    </>
  )
}
