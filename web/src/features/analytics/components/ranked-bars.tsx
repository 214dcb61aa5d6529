import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { memo } from 'react'
import { cn } from '@/lib/class-names'

type RankedRow = {
  key: string
  label: string
  value: number
  text: string
  note?: string
  fill?: string
}

type RankedBarsProps = { rows: readonly RankedRow[]; fill?: string; max?: number }

/**
 * Horizontal bars below their labels, so that long labels fit on a phone. All values are visible, so there is no tooltip;
 * screen readers read the table.
 */
export const RankedBars = memo(function RankedBars({ rows, fill = 'fill-brand', max }: RankedBarsProps) {
  const width = scaleLinear({
    domain: [0, max ?? Math.max(1, ...rows.map(({ value }) => value))],
    range: [0, 100],
  })
  return (
    <ol aria-hidden="true" className="grid gap-3">
      {rows.map((row) => (
        <li key={row.key} className="min-w-0">
          <div className="flex items-baseline justify-between gap-3 text-xs">
            <span className="min-w-0 truncate font-medium" title={row.label}>
              {row.label}
            </span>
            <span className="shrink-0 tabular-nums">
              <span className="font-semibold">{row.text}</span>
              {row.note && <span className="text-ink-soft"> · {row.note}</span>}
            </span>
          </div>
          <svg width="100%" height="8" className="mt-1 block rounded-full bg-sunken" aria-hidden="true">
            <Bar
              x={0}
              y={0}
              height={8}
              rx={4}
              width={`${width(row.value)}%`}
              className={cn('transition-[width] duration-200', row.fill ?? fill)}
            />
          </svg>
        </li>
      ))}
    </ol>
  )
})
