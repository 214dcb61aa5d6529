import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  FlexRender,
  type RowSelectionState,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, type Ref, useImperativeHandle, useMemo } from 'react'
import { cn } from '@/lib/class-names'
import { Skeleton } from '@/ui/skeleton'
import { MoreRows, NewRows, type PagedRows, type RowsHandle, useWindowRows } from './paged-list'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

export type Column<Row extends object> = ColumnDef<typeof features, Row> & { id: string; meta: ColumnMeta }

type ColumnMeta = {
  label: string
  /** Width in px; without one it takes its share of what is left */
  width?: number
  /** Stays in view at the right if the table is wider than its place */
  isSticky?: boolean
  /** Only where the window is 1280 px wide or more, or 1536 px */
  from?: 'xl' | '2xl'
}

type PagedTableProps<Row extends { id: string }> = {
  label: string
  list: PagedRows<Row>
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** The heading above a row that begins a group */
  headings: ReadonlyMap<string, ReactNode>
  empty: ReactNode
  handle?: Ref<RowsHandle>
}

/** Dense rows of 44 px with the columns that were chosen; further pages load by themselves. For a pointer: 1024 px and wider. */
export function PagedTable<Row extends { id: string }>({ empty, ...props }: PagedTableProps<Row>) {
  const { rows, loading } = props.list
  if (loading) return <Skeleton className="h-140 w-full rounded-xl" />
  return rows.length === 0 ? empty : <WindowTable {...props} />
}

const rowHeight = 44

function WindowTable<Row extends { id: string }>({
  label,
  list,
  columns,
  hidden,
  selected,
  onSelect,
  headings,
  handle,
}: Omit<PagedTableProps<Row>, 'empty'>) {
  const { rows, hasMore } = list
  const columnVisibility = useMemo<ColumnVisibilityState>(
    () => Object.fromEntries(hidden.map((id) => [id, false])),
    [hidden],
  )
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries([...selected].map((id) => [id, true as const])),
    [selected],
  )
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: rows as Row[],
    getRowId: ({ id }) => id,
    state: { columnVisibility, rowSelection },
    onRowSelectionChange(change) {
      const next = typeof change === 'function' ? change(rowSelection) : change
      onSelect(new Set(Object.keys(next)))
    },
  })
  const { box, top, virtualizer, items, focusRow, showNew } = useWindowRows<Row, HTMLTableSectionElement>(
    list,
    {
      estimate: rowHeight,
    },
  )
  useImperativeHandle(handle, () => ({ focusRow }), [focusRow])
  const shown = table.getVisibleLeafColumns().map(({ id }) => id)
  const layout = shown.join(' ')
  const models = table.getRowModel().rows
  const before = (items[0]?.start ?? top) - top
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)

  return (
    <>
      {list.key && <NewRows of={list.key} label={label} onShow={showNew} />}
      <div className="overflow-x-auto rounded-xl border bg-surface shadow-card">
        <table
          aria-label={label}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          className="w-full table-fixed text-left text-xs [overflow-anchor:none]"
          style={{ minWidth: minimumWidth(columns, hidden) }}
        >
          <thead>
            <tr className="h-11 border-b text-ink-soft text-xs">
              {table.getHeaderGroups().flatMap(({ headers }) =>
                headers.map((header) => {
                  const meta = metaOf(columns, header.column.id)
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      className={cn('px-2 font-semibold first:pl-4', cellClass(meta))}
                      style={{ width: meta.width }}
                    >
                      <FlexRender header={header} />
                    </th>
                  )
                }),
              )}
            </tr>
          </thead>
          <tbody ref={box} aria-hidden>
            <tr style={{ height: before }} />
          </tbody>
          {items.map((item) => {
            const model = models[item.index]
            if (!model) return null
            const heading = headings.get(model.id)
            return (
              <tbody key={item.key} ref={virtualizer.measureElement} data-index={item.index}>
                {heading && (
                  <tr className="border-b bg-sunken/60">
                    <th colSpan={shown.length} scope="rowgroup" className="h-9 px-4 font-semibold text-xs">
                      {heading}
                    </th>
                  </tr>
                )}
                <Cells
                  row={model as unknown as Model}
                  original={model.original}
                  isSelected={selected.has(model.id)}
                  layout={layout}
                  index={item.index}
                  columns={columns as unknown as readonly Column<object>[]}
                />
              </tbody>
            )
          })}
          <tbody aria-hidden>
            <tr style={{ height: Math.max(0, after) }} />
          </tbody>
        </table>
      </div>
      <MoreRows list={list} />
    </>
  )
}

const fromClasses = { xl: 'max-xl:hidden', '2xl': 'max-2xl:hidden' } as const
const stickyClass = 'sticky right-0 bg-surface shadow-[-8px_0_8px_-8px_rgb(0_0_0/0.12)]'

function cellClass({ isSticky, from }: Partial<ColumnMeta>): string {
  return cn(isSticky && stickyClass, from && fromClasses[from])
}

type Model = TableRow<typeof features, object>

type CellsProps = {
  row: Model
  /** The next three are compared: cells are rendered again when one of them changes */
  original: object
  isSelected: boolean
  layout: string
  index: number
  columns: readonly Column<object>[]
}

/** Memoised: scrolling moves rows without rendering them again. */
const Cells = memo(
  function Cells({ row, isSelected, index, columns }: CellsProps) {
    return (
      <tr
        data-row={row.id}
        tabIndex={-1}
        aria-rowindex={index + 2}
        className={cn(
          'group/row h-11 border-b -outline-offset-2 focus-visible:bg-brand-soft/60',
          isSelected ? 'bg-brand-soft/50' : 'hover:bg-sunken/60',
        )}
      >
        {row.getVisibleCells().map((cell) => (
          <td
            key={cell.id}
            className={cn(
              'h-11 overflow-hidden px-2 leading-4 first:pl-4',
              cellClass(metaOf(columns, cell.column.id)),
            )}
          >
            <FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    )
  },
  (before, now) =>
    before.original === now.original &&
    before.isSelected === now.isSelected &&
    before.layout === now.layout &&
    before.index === now.index &&
    before.columns === now.columns,
)

function metaOf(columns: readonly { id: string; meta: ColumnMeta }[], id: string): Partial<ColumnMeta> {
  return columns.find((column) => column.id === id)?.meta ?? {}
}

/** Narrower, the texts of the columns without a width would be cut to nothing: the table scrolls instead. */
function minimumWidth(
  columns: readonly { id: string; meta: ColumnMeta }[],
  hidden: readonly string[],
): number {
  const leastOfFree = 90
  return columns
    .filter(({ id, meta }) => !hidden.includes(id) && !meta.from)
    .reduce((sum, { meta }) => sum + (meta.width ?? leastOfFree), 0)
}
