import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { AxisBottom } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { memo, useMemo } from 'react'
import { useChartCursor } from '@/components/chart/use-chart-cursor'
import { dateText } from '@/lib/format/dates'
import { countText, rupeesText } from '@/lib/format/numbers'
import { ChartCard, memoByContent } from '../components/chart-card'
import {
  axisTextClass,
  InteractiveChart,
  KeyFigure,
  ResponsiveChart,
  ValueAxis,
} from '../components/chart-parts'
import { bookingsText, compactCount, compactRupees } from '../components/format'

const texts = {
  title: 'Bookings and revenue',
  description: (count: number) => `By day, the last ${count} days. Revenue is what was completed that day.`,
  day: 'Day',
  bookings: 'Bookings',
  revenue: 'Revenue',
  label: 'Bookings and revenue, day by day',
  ofDay: (revenue: string) => `${revenue} revenue`,
}

type Days = AnalyticsView['days']

const left = 44
const panelHeight = 104
const gap = 22
const height = panelHeight * 2 + gap + 26
const dateWidth = 70

export const DaysChart = memoByContent(function DaysChart({ days }: { days: Days }) {
  const bookings = days.reduce((sum, day) => sum + day.bookings, 0)
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0)
  const rows = days.map((day) => [dateText(day.date), countText(day.bookings), rupeesText(day.revenue)])
  const table = { head: [texts.day, texts.bookings, texts.revenue], rows: rows.toReversed() }
  return (
    <ChartCard
      title={texts.title}
      description={texts.description(days.length)}
      table={table}
      isEmpty={false}
      className="lg:col-span-2"
    >
      <div className="mb-4 flex gap-8">
        <KeyFigure label={texts.bookings} value={countText(bookings)} swatch="bg-brand" />
        <KeyFigure label={texts.revenue} value={compactRupees(revenue)} swatch="bg-accent" />
      </div>
      <ResponsiveChart height={height}>{(width) => <Drawing days={days} width={width} />}</ResponsiveChart>
    </ChartCard>
  )
})

function Drawing({ days, width }: { days: Days; width: number }) {
  const inner = width - left
  const x = useMemo(
    () => scaleBand({ domain: days.map(({ date }) => date), range: [0, inner], padding: 0.22 }),
    [days, inner],
  )
  const cursor = useChartCursor(days.length, (px) => Math.floor((px - left) / x.step()))
  const day = days[cursor.current]
  const center = (x(day?.date ?? '') ?? 0) + x.bandwidth() / 2 + left
  const dateInterval = Math.max(1, Math.ceil((days.length * dateWidth) / inner))
  const dates = days
    .filter((_, index) => (days.length - 1 - index) % dateInterval === 0)
    .map(({ date }) => date)

  return (
    <InteractiveChart
      label={texts.label}
      count={days.length}
      cursor={cursor}
      valueText={
        day ? `${dateText(day.date)}: ${bookingsText(day.bookings)}, ${rupeesText(day.revenue)}` : ''
      }
      tooltip={
        day && (
          <>
            <p className="font-semibold">{dateText(day.date)}</p>
            <p>{bookingsText(day.bookings)}</p>
            <p>{texts.ofDay(rupeesText(day.revenue))}</p>
          </>
        )
      }
      tooltipPosition={{ left: center, top: panelHeight - 40 }}
      height={height}
    >
      <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
        {cursor.isActive && (
          <Bar
            x={center - x.step() / 2}
            width={x.step()}
            y={0}
            height={panelHeight * 2 + gap}
            className="fill-sunken"
          />
        )}
        <Panel
          days={days}
          x={x}
          inner={inner}
          getValue={bookingsOf}
          format={compactCount}
          fill="fill-brand"
        />
        <Group top={panelHeight + gap}>
          <Panel
            days={days}
            x={x}
            inner={inner}
            getValue={revenueOf}
            format={compactRupees}
            fill="fill-accent"
          />
          <AxisBottom
            scale={x}
            left={left}
            top={panelHeight}
            tickValues={dates}
            hideTicks
            stroke="var(--line-strong)"
            tickFormat={(date) => dateText(date).slice(0, -5)}
            tickComponent={({ x: tickX, y, formattedValue }) => (
              <text x={Math.min(tickX, inner - 10)} y={y + 2} textAnchor="middle" className={axisTextClass}>
                {formattedValue}
              </text>
            )}
          />
        </Group>
      </svg>
    </InteractiveChart>
  )
}

const bookingsOf = (day: Days[number]) => day.bookings
const revenueOf = (day: Days[number]) => day.revenue

type PanelProps = {
  days: Days
  x: ReturnType<typeof scaleBand<string>>
  inner: number
  getValue: (day: Days[number]) => number
  format: (value: number) => string
  fill: string
}

/** One measure with its own axis: a chart with two value axes invites wrong comparisons. */
const Panel = memo(function Panel({ days, x, inner, getValue, format, fill }: PanelProps) {
  const y = scaleLinear({
    domain: [0, Math.max(4, ...days.map(getValue))],
    range: [panelHeight, 4],
    nice: 3,
  })
  return (
    <>
      <ValueAxis scale={y} left={left} width={inner} numTicks={3} format={format} />
      <Group left={left}>
        {days.map((day) => {
          const top = y(getValue(day))
          return (
            <Bar
              key={day.date}
              x={x(day.date) ?? 0}
              y={top}
              width={x.bandwidth()}
              height={panelHeight - top}
              rx={Math.min(2, x.bandwidth() / 3)}
              className={fill}
            />
          )
        })}
      </Group>
    </>
  )
})
