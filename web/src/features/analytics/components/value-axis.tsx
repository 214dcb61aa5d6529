import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import type { scaleLinear } from '@visx/scale'

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
