import type { RowAt } from './fields-at'
import { Changed, RowTable } from './row-table'

/** Many short rows, each table as one list of fields, folded away. */
export function RowGroup({ title, rows }: { title: string; rows: readonly RowAt[] }) {
  if (rows.length === 0) return null
  const changed = rows.filter(({ fields }) => fields.some(({ change }) => change)).length
  return (
    <details className="min-w-0 rounded-xl border bg-surface px-4 py-1 shadow-card sm:px-5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {title} ({rows.length}){changed > 0 && <Changed className="ml-2">{changed} changed</Changed>}
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-3">
        {[...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => (
          <RowTable
            key={table}
            row={{
              table,
              key: '',
              fields: all.flatMap(({ key, fields }) =>
                fields.map((field) => ({ ...field, path: `${key}: ${field.path}` })),
              ),
            }}
          />
        ))}
      </div>
    </details>
  )
}
