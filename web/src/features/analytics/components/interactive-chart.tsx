import { TooltipWithBounds } from '@visx/tooltip'
import type { ReactNode } from 'react'
import type { ChartCursor } from '@/components/chart/use-chart-cursor'

type InteractiveChartProps = {
  label: string
  count: number
  cursor: ChartCursor
  /** The value at the cursor as text, for screen readers */
  valueText: string
  tooltip: ReactNode
  /** Pixels from the chart's top left corner */
  tooltipPosition: { left: number; top: number }
  height: number
  /** The drawing, hidden from screen readers */
  children: ReactNode
}

/** A chart that is explored with the arrow keys (as a slider) or with a pointer. */
export function InteractiveChart({
  label,
  count,
  cursor,
  valueText,
  tooltip,
  tooltipPosition,
  height,
  children,
}: InteractiveChartProps) {
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={cursor.current}
      aria-valuetext={valueText}
      className="relative touch-pan-y rounded-md"
      style={{ height }}
      {...cursor.handlers}
    >
      {children}
      {cursor.isActive && (
        <TooltipWithBounds
          {...tooltipPosition}
          unstyled
          applyPositionStyle
          className="pointer-events-none z-10 whitespace-nowrap rounded-lg border bg-raised px-3 py-2 text-ink text-xs tabular-nums shadow-high"
        >
          {tooltip}
        </TooltipWithBounds>
      )}
    </div>
  )
}
