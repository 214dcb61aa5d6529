import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { memo, useMemo } from 'react'
import { dateText } from '@/lib/format/india-time'
import { rupeesText } from '@/lib/format/money'
import { ChartCard } from '../parts/chart-card'
import { Explorable } from '../parts/explorable'
import { KeyFigure } from '../parts/key-figure'
import { Measured } from '../parts/measured'
import { bookingsText, countText, roundCount, roundRupees } from '../parts/texts'
import { useCursor } from '../parts/use-cursor'

type Days = AnalyticsView['days']

const left = 44
const panel = 104
const gap = 22
const height = panel * 2 + gap + 26
/** Days between two dates on the axis: about 70 px for each */
const dateWidth = 70

export const DaysChart = memo(function DaysChart({ days }: { days: Days }) {
  const bookings = days.reduce((sum, day) => sum + day.bookings, 0)
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0)
  const table = useMemo(
    () => ({
      head: ['Day', 'Bookings', 'Revenue'],
      rows: days
        .toReversed()
        .map((day) => [dateText(day.date), countText(day.bookings), rupeesText(day.revenue)]),
    }),
    [days],
  )
  return (
    <ChartCard
      title="Bookings and revenue"
      note={`By day, the last ${days.length} days. Revenue is what was completed that day.`}
      table={table}
      className="lg:col-span-2"
    >
      <div className="mb-4 flex gap-8">
        <KeyFigure label="Bookings" value={countText(bookings)} swatch="bg-brand" />
        <KeyFigure label="Revenue" value={roundRupees(revenue)} swatch="bg-accent" />
      </div>
      <Measured height={height}>{(width) => <Drawing days={days} width={width} />}</Measured>
    </ChartCard>
  )
})

function Drawing({ days, width }: { days: Days; width: number }) {
  const inner = width - left
  const x = useMemo(
    () => scaleBand({ domain: days.map(({ date }) => date), range: [0, inner], padding: 0.22 }),
    [days, inner],
  )
  const cursor = useCursor(days.length, (at) => Math.floor((at - left) / x.step()))
  const day = days[cursor.shown]
  const place = (x(day?.date ?? '') ?? 0) + x.bandwidth() / 2 + left
  const every = Math.max(1, Math.ceil((days.length * dateWidth) / inner))
  const dates = days.filter((_, index) => (days.length - 1 - index) % every === 0).map(({ date }) => date)

  return (
    <Explorable
      label="Bookings and revenue, day by day"
      count={days.length}
      cursor={cursor}
      said={day ? `${dateText(day.date)}: ${bookingsText(day.bookings)}, ${rupeesText(day.revenue)}` : ''}
      tooltip={
        day && (
          <>
            <p className="font-semibold">{dateText(day.date)}</p>
            <p>{bookingsText(day.bookings)}</p>
            <p>{rupeesText(day.revenue)} revenue</p>
          </>
        )
      }
      at={{ left: place, top: panel - 40 }}
      height={height}
    >
      <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
        {cursor.place !== null && (
          <Bar
            x={place - x.step() / 2}
            width={x.step()}
            y={0}
            height={panel * 2 + gap}
            className="fill-sunken"
          />
        )}
        <Panel days={days} x={x} inner={inner} amountOf={bookingsOf} text={roundCount} fill="fill-brand" />
        <Group top={panel + gap}>
          <Panel days={days} x={x} inner={inner} amountOf={revenueOf} text={roundRupees} fill="fill-accent" />
          <AxisBottom
            scale={x}
            left={left}
            top={panel}
            tickValues={dates}
            hideTicks
            stroke="var(--line-strong)"
            tickFormat={(date) => dateText(date).slice(0, -5)}
            tickComponent={({ x: at, y, formattedValue }) => (
              <text x={Math.min(at, inner - 10)} y={y + 2} textAnchor="middle" className={axisText}>
                {formattedValue}
              </text>
            )}
          />
        </Group>
      </svg>
    </Explorable>
  )
}

const bookingsOf = (day: Days[number]) => day.bookings
const revenueOf = (day: Days[number]) => day.revenue
const axisText = 'fill-ink-soft text-xs tabular-nums'

type PanelProps = {
  days: Days
  x: ReturnType<typeof scaleBand<string>>
  inner: number
  amountOf: (day: Days[number]) => number
  text: (value: number) => string
  fill: string
}

/** One measure, with an axis of its own: two axes on one drawing make people compare what can't be compared. */
const Panel = memo(function Panel({ days, x, inner, amountOf, text, fill }: PanelProps) {
  const y = scaleLinear({
    domain: [0, Math.max(4, ...days.map(amountOf))],
    range: [panel, 4],
    nice: 3,
  })
  return (
    <>
      <GridRows scale={y} left={left} width={inner} numTicks={3} stroke="var(--line)" />
      <AxisLeft
        scale={y}
        left={left}
        numTicks={3}
        hideAxisLine
        hideTicks
        tickFormat={(value) => text(Number(value))}
        tickComponent={({ y: at, formattedValue }) => (
          <text x={-8} y={at} dy="0.32em" textAnchor="end" className={axisText}>
            {formattedValue}
          </text>
        )}
      />
      <Group left={left}>
        {days.map((day) => {
          const top = y(amountOf(day))
          return (
            <Bar
              key={day.date}
              x={x(day.date) ?? 0}
              y={top}
              width={x.bandwidth()}
              height={panel - top}
              rx={Math.min(2, x.bandwidth() / 3)}
              className={fill}
            />
          )
        })}
      </Group>
    </>
  )
})
