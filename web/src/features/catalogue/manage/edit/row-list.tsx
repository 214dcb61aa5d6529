import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { whoText } from '@/features/report/interval-fields/ages'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Cell, NowrapCell, Row, RowTable } from '@/ui/row-table'
import { limitsText } from '../describe'
import type { LimitRow, RowKind } from './row-dialog'
import { rows as texts } from './texts'

const RowDialog = lazyDialog(async () => (await import('./row-dialog')).RowDialog)

type RowListProps = {
  kind: RowKind
  rows: readonly LimitRow[]
  options: readonly string[] | null
  decimals: number | null
  /** Refused by the API */
  error: string | undefined
  onChange: (rows: LimitRow[]) => void
}

/** The intervals, or critical limits, of a parameter by age. They are saved with it. */
export function RowList({ kind, rows, options, decimals, error, onChange }: RowListProps) {
  const [editing, setEditing] = useState<number | 'new'>()
  const addButton = useRef<HTMLButtonElement>(null)
  const isReference = kind === 'reference'
  const { who, limits, method, source } = texts.heads

  function keep(row: LimitRow) {
    const next = editing === 'new' || editing === undefined ? [...rows, row] : rows.with(editing, row)
    onChange(next.toSorted((a, b) => a.ageFrom - b.ageFrom))
  }

  function remove(n: number) {
    onChange(rows.toSpliced(n, 1))
    // the button that was pressed is gone
    addButton.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {error && (
        <p role="alert" className="text-error text-sm">
          {error}
        </p>
      )}
      {rows.length === 0 && <p className="text-ink-soft">{texts[kind].none}</p>}
      {rows.length > 0 && (
        <RowTable
          label={texts[kind].table}
          heads={isReference ? [who, limits, method, source, ''] : [who, limits, source, '']}
        >
          {rows.map((row, n) => {
            const of = texts.of[kind](whoText(row))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and no state
              <Row key={n}>
                <Cell className="font-medium">
                  {whoText(row)}
                  {!row.isActive && <Badge className="ml-2">{texts.inactive}</Badge>}
                </Cell>
                <NowrapCell label={limits}>{row.expected ?? limitText(kind, row, decimals)}</NowrapCell>
                {isReference && <Cell label={method}>{row.method ?? texts.anyMethod}</Cell>}
                <Cell className="text-ink-soft text-xs md:max-w-72">
                  {/* some name several papers; all of it is in the dialog */}
                  <span className="line-clamp-2">{row.source}</span>
                </Cell>
                <Cell className="md:text-right">
                  <span className="inline-flex gap-2 max-md:mt-1">
                    <Button variant="outline" size="sm" onClick={() => setEditing(n)}>
                      <Named of={of}>{texts.editButton}</Named>
                    </Button>
                    <Button variant="ghost" size="sm" onClick={() => remove(n)}>
                      <Named of={of}>{texts.remove}</Named>
                    </Button>
                  </span>
                </Cell>
              </Row>
            )
          })}
        </RowTable>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Plus} ref={addButton} variant="outline" onClick={() => setEditing('new')}>
          {texts[kind].add}
        </Button>
        <p className="min-w-0 text-ink-soft text-xs">{texts.notSaved}</p>
      </div>
      {editing !== undefined && (
        <RowDialog
          {...{ kind, options }}
          row={editing === 'new' ? null : (rows[editing] ?? null)}
          onKeep={keep}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

/** Critical results are those at or beyond a limit. */
function limitText(kind: RowKind, { low, high }: LimitRow, decimals: number | null): string {
  if (kind === 'reference') return limitsText({ low, high }, decimals)
  const parts = [
    low === null ? '' : limitsText({ low: null, high: low }, decimals),
    high === null ? '' : limitsText({ low: high, high: null }, decimals),
  ]
  return parts.filter(Boolean).join(', ')
}
