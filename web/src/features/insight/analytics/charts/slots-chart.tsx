import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useChartCursor } from '@/components/chart/use-chart-cursor'
import { slotText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { ChartCard, memoByContent } from '../components/chart-card'
import {
  axisTextClass,
  InteractiveChart,
  KeyFigure,
  ResponsiveChart,
  ValueAxis,
} from '../components/chart-parts'
import { compactCount } from '../components/format'

const texts = {
  title: 'Collection slots',
  description: 'By hour of the day; an instant one when it was asked for',
  slot: 'Slot',
  scheduled: 'Scheduled',
  instant: 'Instant',
  label: 'Collections, slot by slot',
  scheduledOf: (count: string) => `${count} scheduled`,
  instantOf: (count: string) => `${count} instant`,
  otherHours: 'Other hours',
  other: 'Other',
}

type Slots = AnalyticsView['slots']
type Slot = Slots[number]

const left = 36
const plotHeight = 150
const height = plotHeight + 40
const slotName = ({ slot }: Slot) => (slot === 'other' ? texts.otherHours : slotText(slot))

export const SlotsChart = memoByContent(function SlotsChart({ slots: allSlots }: { slots: Slots }) {
  // Collections outside the slots are rare; an empty column would narrow the others.
  const slots = allSlots.filter((slot) => slot.slot !== 'other' || slot.instant + slot.scheduled > 0)
  const table = {
    head: [texts.slot, texts.scheduled, texts.instant],
    rows: slots.map((slot) => [slotName(slot), countText(slot.scheduled), countText(slot.instant)]),
  }
  const scheduled = slots.reduce((sum, slot) => sum + slot.scheduled, 0)
  const instant = slots.reduce((sum, slot) => sum + slot.instant, 0)
  return (
    <ChartCard
      title={texts.title}
      description={texts.description}
      table={table}
      isEmpty={scheduled + instant === 0}
    >
      <div className="mb-4 flex gap-8">
        <KeyFigure label={texts.scheduled} value={countText(scheduled)} swatch="bg-brand" />
        <KeyFigure label={texts.instant} value={countText(instant)} swatch="bg-accent" />
      </div>
      <ResponsiveChart height={height}>{(width) => <Drawing slots={slots} width={width} />}</ResponsiveChart>
    </ChartCard>
  )
})

function Drawing({ slots, width }: { slots: Slots; width: number }) {
  const inner = width - left
  const x = scaleBand({ domain: slots.map(({ slot }) => slot), range: [0, inner], padding: 0.28 })
  const y = scaleLinear({
    domain: [0, Math.max(4, ...slots.map((slot) => slot.scheduled + slot.instant))],
    range: [plotHeight, 4],
    nice: 4,
  })
  const cursor = useChartCursor(slots.length, (px) => Math.floor((px - left) / x.step()))
  const slot = slots[cursor.current]
  const center = left + (slot ? (x(slot.slot) ?? 0) : 0) + x.bandwidth() / 2
  return (
    <InteractiveChart
      label={texts.label}
      count={slots.length}
      cursor={cursor}
      valueText={
        slot
          ? `${slotName(slot)}: ${texts.scheduledOf(countText(slot.scheduled))}, ${texts.instantOf(countText(slot.instant))}`
          : ''
      }
      tooltip={
        slot && (
          <>
            <p className="font-semibold">{slotName(slot)}</p>
            <p>{texts.scheduledOf(countText(slot.scheduled))}</p>
            <p>{texts.instantOf(countText(slot.instant))}</p>
          </>
        )
      }
      tooltipPosition={{ left: center, top: 40 }}
      height={height}
    >
      <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
        {cursor.isActive && (
          <Bar x={center - x.step() / 2} width={x.step()} y={0} height={plotHeight} className="fill-sunken" />
        )}
        <ValueAxis scale={y} left={left} width={inner} numTicks={4} format={compactCount} />
        <Group left={left}>
          {slots.map((item) => (
            <Column key={item.slot} slot={item} x={x(item.slot) ?? 0} width={x.bandwidth()} y={y} />
          ))}
        </Group>
      </svg>
    </InteractiveChart>
  )
}

type ColumnProps = { slot: Slot; x: number; width: number; y: (value: number) => number }

function Column({ slot, x, width, y }: ColumnProps) {
  const base = y(slot.scheduled)
  const top = y(slot.scheduled + slot.instant)
  const [hours, amPm] = splitLabel(slot)
  return (
    <>
      <Bar x={x} width={width} y={base} height={plotHeight - base} className="fill-brand" rx={2} />
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
      <text x={x + width / 2} y={plotHeight + 17} textAnchor="middle" className={axisTextClass}>
        {hours}
      </text>
      <text x={x + width / 2} y={plotHeight + 32} textAnchor="middle" className={axisTextClass}>
        {amPm}
      </text>
    </>
  )
}

/** @returns '8–10' and 'am' for two lines: a column is 40 px wide on a phone */
function splitLabel({ slot }: Slot): [hours: string, amPm: string] {
  if (slot === 'other') return [texts.other, '']
  const [from = 0, to = 0] = slot.split('-').map((time) => Number(time.slice(0, 2)))
  return [`${from % 12 || 12}–${to % 12 || 12}`, from < 12 ? 'am' : 'pm']
}
