import type { ResultView } from '@jaanch/report/results/api'
import type { HealthTrend, TrendPoint } from '@jaanch/report/trends/api'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useChartCursor } from '@/components/chart/use-chart-cursor'
import { flagWords, valueText } from '@/features/report/results/texts'
import { dateText } from '@/lib/format/dates'
import { type Chart, type ChartPoint, chartOf, height, nearestPoint } from './chart-geometry'
import * as texts from './texts'
import { runsOf } from './values'

/** @returns '12 May 2025: 13.1 g/dL, in range, Sunrise Diagnostics' */
export function pointText({ at, result, labName }: TrendPoint): string {
  const flag = result.flag ? flagWords[result.flag].toLowerCase() : texts.trend.noFlag
  return `${dateText(at)}: ${[valueText(result), flag, labName].filter(Boolean).join(', ')}`
}

type TrendChartProps = {
  trend: HealthTrend
  /** Below the chart: of the selected result, the last one at first */
  children: (point: TrendPoint) => ReactNode
}

/** All results of a parameter over time on their intervals; explored with the arrow keys or by pointer. */
export function TrendChart({ trend, children }: TrendChartProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const chart = useMemo(() => (width > 0 ? chartOf(trend, width) : null), [trend, width])
  const { points } = trend
  const cursor = useChartCursor(points.length, (x) => nearestPoint(chart?.points ?? [], x))
  const selected = points[cursor.current]
  const isDrawn = useMemo(() => chartOf(trend, 600) !== null, [trend])
  if (!selected) return null
  const { onPointerLeave, ...handlers } = cursor.handlers
  return (
    <>
      {isDrawn ? (
        <div
          ref={ref}
          role="slider"
          tabIndex={0}
          aria-label={texts.trend.chart(trend.name)}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={cursor.current + 1}
          aria-valuetext={pointText(selected)}
          className="relative w-full min-w-0 cursor-crosshair touch-pan-y rounded-lg print:[print-color-adjust:exact]"
          style={{ height }}
          {...handlers}
          // a tapped result stays selected
          onPointerLeave={(event) => event.pointerType === 'mouse' && onPointerLeave()}
        >
          {chart && <Drawing chart={chart} current={cursor.current} isActive={cursor.isActive} />}
        </div>
      ) : (
        <p className="rounded-xl bg-sunken p-4 text-ink-soft">{texts.trend.noChart}</p>
      )}
      {children(selected)}
    </>
  )
}

type DrawingProps = { chart: Chart; current: number; isActive: boolean }

function Drawing({ chart, current, isActive }: DrawingProps) {
  const { plot, width } = chart
  const selected = chart.points[current]
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="block h-full w-full">
      <Band band={chart.band} />
      <Axes chart={chart} />
      {runsOf(chart.points, ({ place }) => place === null).map((run) => (
        <polyline
          key={run[0]?.point.reportId}
          points={run.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          className="stroke-brand"
          strokeWidth={1.75}
          strokeLinejoin="round"
        />
      ))}
      {chart.points.map((point) =>
        point.place ? (
          <PointMark key={point.point.reportId} point={point} plot={plot} />
        ) : (
          <Foreign key={point.point.reportId} point={point} plot={plot} />
        ),
      )}
      {selected && isActive && <Selection selected={selected} chart={chart} />}
    </svg>
  )
}

function Band({ band }: Pick<Chart, 'band'>) {
  return band.map(({ x, width, y, height: tall, hasLow, hasHigh }) => (
    <g key={x}>
      <rect x={x} y={y} width={width} height={tall} className="fill-brand/12" />
      <g className="stroke-brand/60" strokeDasharray="4 3">
        {hasHigh && <line x1={x} x2={x + width} y1={y} y2={y} />}
        {hasLow && <line x1={x} x2={x + width} y1={y + tall} y2={y + tall} />}
      </g>
    </g>
  ))
}

function Axes({ chart: { plot, xTicks, yTicks, labs, methods } }: { chart: Chart }) {
  return (
    <g className="fill-ink-soft text-[0.75rem] tabular-nums">
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <line x1={plot.left} x2={plot.right} y1={at} y2={at} className="stroke-line" />
          <text x={plot.left - 8} y={at} textAnchor="end" dominantBaseline="central">
            {text}
          </text>
        </g>
      ))}
      <line x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} className="stroke-line-strong" />
      {xTicks.map(({ at, text }) => (
        <g key={text}>
          <line x1={at} x2={at} y1={plot.bottom} y2={plot.bottom + 4} className="stroke-line-strong" />
          {/* the last one would end beyond the picture */}
          <text
            x={Math.min(at, plot.right + 10)}
            y={plot.bottom + 17}
            textAnchor={at > plot.right - 24 ? 'end' : 'middle'}
          >
            {text}
          </text>
        </g>
      ))}
      {[labs, methods].map((marks, lane) =>
        marks.map(({ x, label }) => (
          <g key={`${label} ${x}`} transform={`translate(${x + (lane === 0 ? -8 : 8)} ${plot.bottom + 34})`}>
            <circle
              r={8}
              className={lane === 0 ? 'fill-sunken stroke-line-strong' : 'fill-surface stroke-line-strong'}
            />
            <text
              textAnchor="middle"
              dominantBaseline="central"
              className="fill-ink font-semibold text-[0.6875rem]"
            >
              {label}
            </text>
          </g>
        )),
      )}
    </g>
  )
}

/** A result in another unit: a cross at the axis, beside which the line breaks */
function Foreign({ point: { x }, plot }: { point: ChartPoint; plot: Chart['plot'] }) {
  return (
    <g className="stroke-ink-soft" strokeWidth={1.75}>
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} strokeDasharray="2 4" strokeWidth={1} />
      <path d={`M${x - 4} ${plot.bottom - 10}l8 8m0 -8l-8 8`} />
    </g>
  )
}

function Selection({ selected: { point, x, y }, chart: { plot } }: { selected: ChartPoint; chart: Chart }) {
  const isRight = x > (plot.left + plot.right) / 2
  return (
    <g>
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} className="stroke-ink-soft/50" />
      <circle cx={x} cy={y} r={9} fill="none" className="stroke-ring" strokeWidth={2} />
      <text
        x={x + (isRight ? -6 : 6)}
        y={plot.top - 9}
        textAnchor={isRight ? 'end' : 'start'}
        className="fill-ink font-semibold text-[0.8125rem] tabular-nums"
      >
        {`${valueText(point.result)} · ${dateText(point.at)}`}
      </text>
    </g>
  )
}

type Flag = ResultView['flag']

/** Around the point: a disc within the interval, a triangle outside of it that points there, a diamond for an abnormal text */
const shapes: Record<NonNullable<Flag>, string> = {
  normal: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  low: 'M-6 -4.5h12l-6 10Z',
  high: 'M-6 4.5h12l-6 -10Z',
  'critical-low': 'M-8 -6h16l-8 13Z',
  'critical-high': 'M-8 6h16l-8 -13Z',
  abnormal: 'M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5Z',
}

const colours: Record<NonNullable<Flag>, string> = {
  normal: 'fill-brand-ink',
  low: 'fill-accent-ink',
  high: 'fill-accent-ink',
  'critical-low': 'fill-error',
  'critical-high': 'fill-error',
  abnormal: 'fill-accent-ink',
}

type PointMarkProps = { point: ChartPoint; plot: Chart['plot'] }

/** A result by its flag; without one it is hollow. `<5` has an arrow downwards from 5, `>5` one upwards, and 2–4 a bar. */
function PointMark({ point: { x, y, place, point }, plot }: PointMarkProps) {
  const { flag } = point.result
  return (
    <g transform={`translate(${x} ${y})`} data-flag={flag ?? 'none'} data-kind={place?.kind}>
      {(place?.kind === 'below' || place?.kind === 'above') && (
        <Bound
          isBelow={place.kind === 'below'}
          room={place.kind === 'below' ? plot.bottom - y : y - plot.top}
        />
      )}
      {place?.kind === 'range' && (
        <path d="M0 -12v24m-4 0h8m-8 -24h8" fill="none" className="stroke-ink-soft" strokeWidth={1.75} />
      )}
      <path
        d={shapes[flag ?? 'normal']}
        strokeWidth={flag ? 1.5 : 2}
        className={flag ? `${colours[flag]} stroke-surface` : 'fill-surface stroke-brand-ink'}
      />
    </g>
  )
}

/** An arrow away from the point to where the value lies. @param room pixels up to the edge */
function Bound({ isBelow, room }: { isBelow: boolean; room: number }) {
  const length = Math.max(12, Math.min(20, room))
  const sign = isBelow ? 1 : -1
  return (
    <path
      d={`M0 0v${sign * length}m-4 ${sign * -5}l4 ${sign * 5}l4 ${sign * -5}`}
      fill="none"
      className="stroke-ink-soft"
      strokeWidth={1.75}
    />
  )
}

/** The width of an element in pixels; 0 before it is known. */
function useWidth<Of extends HTMLElement>() {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.round(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
