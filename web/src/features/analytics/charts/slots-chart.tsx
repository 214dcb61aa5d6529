import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { memo, useMemo } from 'react'
import { slotText } from '@/lib/format/india-time'
import { ChartCard } from '../parts/chart-card'
import { Explorable } from '../parts/explorable'
import { KeyFigure } from '../parts/key-figure'
import { Measured } from '../parts/measured'
import { countText, roundCount } from '../parts/texts'
import { useCursor } from '../parts/use-cursor'

type Slots = AnalyticsView['slots']
type Slot = Slots[number]

const left = 36
const plot = 150
const height = plot + 40
const nameOf = ({ slot }: Slot) => (slot === 'other' ? 'Other hours' : slotText(slot))

export const SlotsChart = memo(function SlotsChart({ slots: all }: { slots: Slots }) {
  // few ask for a sample at night, and a column of nothing makes the others narrow
  const slots = useMemo(
    () => all.filter((slot) => slot.slot !== 'other' || slot.instant + slot.scheduled > 0),
    [all],
  )
  const table = useMemo(
    () => ({
      head: ['Slot', 'Scheduled', 'Instant'],
      rows: slots.map((slot) => [nameOf(slot), countText(slot.scheduled), countText(slot.instant)]),
    }),
    [slots],
  )
  const scheduled = slots.reduce((sum, slot) => sum + slot.scheduled, 0)
  const instant = slots.reduce((sum, slot) => sum + slot.instant, 0)
  return (
    <ChartCard
      title="Collection slots"
      note="By hour of the day; an instant one when it was asked for"
      table={table}
      isEmpty={scheduled + instant === 0}
    >
      <div className="mb-4 flex gap-8">
        <KeyFigure label="Scheduled" value={countText(scheduled)} swatch="bg-brand" />
        <KeyFigure label="Instant" value={countText(instant)} swatch="bg-accent" />
      </div>
      <Measured height={height}>{(width) => <Drawing slots={slots} width={width} />}</Measured>
    </ChartCard>
  )
})

function Drawing({ slots, width }: { slots: Slots; width: number }) {
  const inner = width - left
  const x = scaleBand({ domain: slots.map(({ slot }) => slot), range: [0, inner], padding: 0.28 })
  const y = scaleLinear({
    domain: [0, Math.max(4, ...slots.map((slot) => slot.scheduled + slot.instant))],
    range: [plot, 4],
    nice: 4,
  })
  const cursor = useCursor(slots.length, (at) => Math.floor((at - left) / x.step()))
  const slot = slots[cursor.shown]
  const place = left + (slot ? (x(slot.slot) ?? 0) : 0) + x.bandwidth() / 2
  return (
    <Explorable
      label="Collections, slot by slot"
      count={slots.length}
      cursor={cursor}
      said={
        slot
          ? `${nameOf(slot)}: ${countText(slot.scheduled)} scheduled, ${countText(slot.instant)} instant`
          : ''
      }
      tooltip={
        slot && (
          <>
            <p className="font-semibold">{nameOf(slot)}</p>
            <p>{countText(slot.scheduled)} scheduled</p>
            <p>{countText(slot.instant)} instant</p>
          </>
        )
      }
      at={{ left: place, top: 40 }}
      height={height}
    >
      <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
        {cursor.place !== null && (
          <Bar x={place - x.step() / 2} width={x.step()} y={0} height={plot} className="fill-sunken" />
        )}
        <GridRows scale={y} left={left} width={inner} numTicks={4} stroke="var(--line)" />
        <AxisLeft
          scale={y}
          left={left}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => roundCount(Number(value))}
          tickComponent={({ y: at, formattedValue }) => (
            <text x={-8} y={at} dy="0.32em" textAnchor="end" className={axisText}>
              {formattedValue}
            </text>
          )}
        />
        <Group left={left}>
          {slots.map((each) => (
            <Column key={each.slot} slot={each} x={x(each.slot) ?? 0} width={x.bandwidth()} y={y} />
          ))}
        </Group>
      </svg>
    </Explorable>
  )
}

const axisText = 'fill-ink-soft text-xs tabular-nums'

type ColumnProps = { slot: Slot; x: number; width: number; y: (value: number) => number }

function Column({ slot, x, width, y }: ColumnProps) {
  const base = y(slot.scheduled)
  const top = y(slot.scheduled + slot.instant)
  const [hours, half] = labelOf(slot)
  return (
    <>
      <Bar x={x} width={width} y={base} height={plot - base} className="fill-brand" rx={2} />
      {slot.instant > 0 && (
        <Bar
          x={x}
          width={width}
          y={top}
          height={Math.max(1, base - top - 1)}
          className="fill-accent"
          rx={2}
        />
      )}
      <text x={x + width / 2} y={plot + 17} textAnchor="middle" className={axisText}>
        {hours}
      </text>
      <text x={x + width / 2} y={plot + 32} textAnchor="middle" className={axisText}>
        {half}
      </text>
    </>
  )
}

/** @returns '8–10' and 'am', one under the other: a column is 40 px wide on a phone */
function labelOf({ slot }: Slot): [hours: string, half: string] {
  if (slot === 'other') return ['Other', '']
  const [from = 0, to = 0] = slot.split('-').map((time) => Number(time.slice(0, 2)))
  return [`${from % 12 || 12}–${to % 12 || 12}`, from < 12 ? 'am' : 'pm']
}
