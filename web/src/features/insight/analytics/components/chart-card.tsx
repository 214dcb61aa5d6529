import { ChartColumn, Table2 } from 'lucide-react'
import { type ComponentType, memo, type ReactNode, useId, useState } from 'react'
import { cn } from '@/lib/class-names'
import { Card } from '@/ui/card'

const texts = {
  asTable: (title: string) => `${title} as a table`,
  table: (title: string) => `${title}, table`,
  showChart: 'Show the chart',
  showTable: 'Show the table',
  none: 'Nothing yet.',
}

/**
 * @returns a chart that renders again only when its content is another one: every message brings new objects, and would redraw all
 * charts
 */
export function memoByContent<Props extends object>(chart: ComponentType<Props>) {
  return memo(chart, (before, now) => JSON.stringify(before) === JSON.stringify(now))
}

type ChartCardProps = {
  title: string
  description: string
  /** The same numbers as a table: always present for screen readers, visible on demand */
  table: Table
  className?: string | undefined
  children: ReactNode
  isEmpty: boolean
}

/** A chart below the screen is laid out and painted when it comes near, not with every message. */
const offScreen =
  '[contain-intrinsic-size:auto_26rem] [content-visibility:auto] [overflow-clip-margin:1.5rem]'

export function ChartCard({ title, description, table, className, children, isEmpty }: ChartCardProps) {
  const heading = useId()
  const [asTable, setAsTable] = useState(false)
  const Icon = asTable ? ChartColumn : Table2
  return (
    <Card className={cn('flex min-w-0 flex-col p-4 sm:p-5', offScreen, className)}>
      <section aria-labelledby={heading} className="flex grow flex-col">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 id={heading} className="font-semibold text-base">
              {title}
            </h3>
            <p className="text-ink-soft text-xs">{description}</p>
          </div>
          <button
            type="button"
            aria-pressed={asTable}
            aria-label={texts.asTable(title)}
            title={asTable ? texts.showChart : texts.showTable}
            onClick={() => setAsTable(!asTable)}
            className="-mt-1.5 -mr-1.5 grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
          >
            <Icon className="size-4.5" aria-hidden />
          </button>
        </div>
        <div className="mt-3 flex grow flex-col">
          {isEmpty && !asTable && <p className="py-10 text-center text-ink-soft text-xs">{texts.none}</p>}
          {!isEmpty && !asTable && children}
          <DataTable table={table} caption={title} isShown={asTable} />
        </div>
      </section>
    </Card>
  )
}

/** The first column holds the row headers. */
type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

function DataTable({ table, caption, isShown }: { table: Table; caption: string; isShown: boolean }) {
  const [first, ...others] = table.head
  const content = (
    <table className="w-full border-collapse text-xs tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 bg-surface py-2 pr-3 text-left font-semibold text-ink-soft">
            {first}
          </th>
          {others.map((name) => (
            <th
              key={name}
              scope="col"
              className="sticky top-0 bg-surface py-2 pl-3 text-right font-semibold text-ink-soft"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...numbers]) => (
          <tr key={name} className="border-t">
            <th scope="row" className="py-2 pr-3 text-left font-medium">
              {name}
            </th>
            {numbers.map((number, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
              <td key={column} className="whitespace-nowrap py-2 pl-3 text-right">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (!isShown) return <div className="sr-only">{content}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={texts.table(caption)} tabIndex={0} className="max-h-80 overflow-auto rounded-md">
      {content}
    </section>
  )
}
