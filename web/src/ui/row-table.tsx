import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { Card } from './card'

type RowTableProps = {
  /** Heads of the columns; '' for one of buttons */
  heads: readonly string[]
  label: string
  children: ReactNode
}

export function RowTable({ heads, label, children }: RowTableProps) {
  return (
    <Card className="overflow-hidden">
      <table aria-label={label} className="block w-full text-left text-sm md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b text-ink-soft text-xs">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-3 font-semibold">
                {head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">{children}</tbody>
      </table>
    </Card>
  )
}

export function Row({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <tr className={cn('grid grid-cols-1 gap-y-1 border-b px-4 py-3 last:border-b-0 md:table-row', className)}>
      {children}
    </tr>
  )
}

type CellProps = {
  /** Before the value on a phone, where there are no heads */
  label?: string
  className?: string
  children?: ReactNode
}

export function Cell({ label, className, children }: CellProps) {
  return (
    <td
      className={cn(
        'block min-w-0 [overflow-wrap:anywhere] empty:hidden md:table-cell md:px-4 md:py-2.5 md:align-middle md:empty:table-cell',
        className,
      )}
    >
      {label && <span className="mr-2 text-ink-soft md:hidden">{label}</span>}
      {children}
    </td>
  )
}

function cellWith(styles: string) {
  return ({ className, ...cell }: CellProps) => <Cell {...cell} className={cn(styles, className)} />
}

export const NumberCell = cellWith('tabular-nums')
export const NowrapCell = cellWith('whitespace-nowrap tabular-nums')
export const TimeCell = cellWith('text-ink-soft text-xs tabular-nums')
export const CodeCell = cellWith('font-mono text-sm')
