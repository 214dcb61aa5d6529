import { memo } from 'react'

/** The first column holds the row headers. */
export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

type DataTableProps = { table: Table; caption: string; isShown: boolean }

export const DataTable = memo(function DataTable({ table, caption, isShown }: DataTableProps) {
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
        {table.rows.map((cells) => (
          <Row key={cells[0]} cells={cells} />
        ))}
      </tbody>
    </table>
  )
  if (!isShown) return <div className="sr-only">{content}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={`${caption}, table`} tabIndex={0} className="max-h-80 overflow-auto rounded-md">
      {content}
    </section>
  )
})

type RowProps = { cells: readonly string[] }

/** A live message changes one of 60 days; only that row renders again. */
const Row = memo(
  function Row({ cells: [name, ...numbers] }: RowProps) {
    return (
      <tr className="border-t">
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
    )
  },
  (before, after) => before.cells.join('|') === after.cells.join('|'),
)
