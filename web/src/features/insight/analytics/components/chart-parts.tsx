import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import type { scaleLinear } from '@visx/scale'
import { TooltipWithBounds } from '@visx/tooltip'
import type { ReactNode } from 'react'
import type { ChartCursor } from '@/components/chart/use-chart-cursor'
import { cn } from '@/lib/class-names'

type ResponsiveChartProps = { height: number; children: (width: number) => ReactNode }

/** Outside the component: with a new array the hook would create a new observer */
const ignoreDimensions: ('height' | 'top' | 'left')[] = ['height', 'top', 'left']

/** Draws a chart with the available width. The height is fixed, so the layout does not shift. */
export function ResponsiveChart({ height, children }: ResponsiveChartProps) {
  const { parentRef, width } = useParentSize<HTMLDivElement>({ debounceTime: 100, ignoreDimensions })
  return (
    <div ref={parentRef} style={{ height }} className="w-full min-w-0">
      {width > 0 && children(width)}
    </div>
  )
}

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

export const axisTextClass = 'fill-ink-soft text-xs tabular-nums'

type ValueAxisProps = {
  scale: ReturnType<typeof scaleLinear<number>>
  left: number
  width: number
  numTicks: number
  format: (value: number) => string
}

export function ValueAxis({ scale, left, width, numTicks, format }: ValueAxisProps) {
  return (
    <>
      <GridRows scale={scale} left={left} width={width} numTicks={numTicks} stroke="var(--line)" />
      <AxisLeft
        scale={scale}
        left={left}
        numTicks={numTicks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => format(Number(value))}
        tickComponent={({ y, formattedValue }) => (
          <text x={-8} y={y} dy="0.32em" textAnchor="end" className={axisTextClass}>
            {formattedValue}
          </text>
        )}
      />
    </>
  )
}

export function KeyFigure({ label, value, swatch }: { label: string; value: string; swatch?: string }) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-ink-soft text-xs">
        {swatch && <span className={cn('size-2.5 shrink-0 rounded-sm', swatch)} />}
        {label}
      </p>
      <p className="font-bold text-xl tabular-nums tracking-tight">{value}</p>
    </div>
  )
}
