import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { historyPath } from '@/lib/paths'
import { RowLink } from '../parts'
import type { RunDetailView } from './calls'
import { texts } from './texts'

type Row = Readonly<Record<string, unknown>>

type ChangedField = { name: string; live: string; rebuilt: string }

/** The fields that differ; those inside an object as `data.status`. */
export function changedFields(live: Row, rebuilt: Row, path = ''): ChangedField[] {
  const names = [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
  return names.flatMap((key) => {
    const [before, after, name] = [live[key], rebuilt[key], `${path}${key}`]
    if (isObject(before) && isObject(after)) return changedFields(before, after, `${name}.`)
    return [{ name, live: valueText(before), rebuilt: valueText(after) }]
  })
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueText(value: unknown): string {
  if (value === undefined) return 'not there'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @returns 'lab partners' of 'lab_partners' */
export function tableText(table: string): string {
  return table.replaceAll('_', ' ')
}

type Tables = NonNullable<RunDetailView['differences']>['tables']

type Example = Tables[number]['examples'][number]

const historyKinds: Partial<Record<string, Parameters<typeof historyPath>[0]>> = {
  bookings: 'booking',
  prescriptions: 'prescription',
  lab_partners: 'lab',
}

/** The result of a comparison: the counts of each table, then the first rows that differ, field by field. */
export function Differences({ tables }: { tables: Tables }) {
  const differing = tables.filter(({ examples }) => examples.length > 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{texts.differences.caption}</caption>
        <thead className="text-ink-soft text-xs">
          <tr>
            <th scope="col" className="py-2 text-left font-medium">
              {texts.differences.table}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {texts.differences.live}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {texts.differences.rebuilt}
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              {texts.differences.different}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, live, rebuilt, different }) => (
            <tr key={table} className="border-t">
              <th scope="row" className="break-words py-2 text-left font-medium">
                {tableText(table)}
              </th>
              <td className="py-2 pl-3 text-right">{countText(live)}</td>
              <td className="py-2 pl-3 text-right">{countText(rebuilt)}</td>
              <td className={cn('py-2 pl-3 text-right', different > 0 && 'font-semibold text-error')}>
                {countText(different)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.map(({ table, different, examples }) => (
        <section
          key={table}
          aria-label={texts.differences.inTable(tableText(table))}
          className="grid grid-cols-1 gap-3"
        >
          <h3 className="font-semibold text-sm">
            {tableText(table)}
            {different > examples.length && (
              <span className="font-normal text-ink-soft">
                {' '}
                · {texts.differences.first(examples.length, different)}
              </span>
            )}
          </h3>
          {examples.map((example) => (
            <RowDifference key={JSON.stringify(example.key)} table={table} row={example} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** One row: its key, and the fields that differ, live → rebuilt. */
function RowDifference({ table, row }: { table: string; row: Example }) {
  const kind = historyKinds[table]
  const missing =
    row.live === null
      ? texts.differences.isLive
      : row.rebuilt === null
        ? texts.differences.isRebuilt
        : undefined
  return (
    <div className="rounded-lg border p-3">
      <p className="flex flex-wrap items-center gap-x-3 break-all font-mono text-ink-soft text-xs">
        {Object.entries(row.key)
          .map(([name, value]) => `${name} ${valueText(value)}`)
          .join(', ')}
        {kind && (
          <RowLink to={historyPath(kind, String(row.key.id))} className="font-sans">
            {texts.differences.history}
          </RowLink>
        )}
      </p>
      {missing ? (
        <p className="mt-2 text-sm">{texts.differences.noRow(missing)}</p>
      ) : (
        <dl className="mt-2 grid grid-cols-1 gap-2 text-sm">
          {changedFields(row.live ?? {}, row.rebuilt ?? {}).map(({ name, live, rebuilt }) => (
            <div key={name} className="grid grid-cols-1 gap-x-3 sm:grid-cols-[10rem_1fr]">
              <dt className="break-all font-medium">{name}</dt>
              <dd className="break-all font-mono text-xs leading-5">
                <span className="sr-only">{texts.differences.isLive} </span>
                <del className="text-error">{live}</del>
                <span aria-hidden> → </span>
                <span className="sr-only">, {texts.differences.isRebuilt} </span>
                <ins className="text-success no-underline">{rebuilt}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
