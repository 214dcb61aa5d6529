import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { scaleLinear } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { countText } from '@/lib/format/numbers'
import { ChartCard, memoByContent } from '../components/chart-card'
import { ResponsiveChart } from '../components/chart-parts'
import { durationText } from '../components/format'

const texts = {
  title: 'Turnaround per lab',
  description: 'From assignment to completion',
  lab: 'Lab',
  completed: 'Completed',
  median: 'Median',
  p90: '90% within',
  p90Of: (duration: string) => `90% in ${duration}`,
}

type Turnaround = AnalyticsView['turnaround']

/** Hours: reports are promised within 24 to 48 hours */
const promisedHours = [24, 48]
const rowHeight = 58
const axisHeight = 26
const inset = 8

export const TurnaroundChart = memoByContent(function TurnaroundChart({ labs }: { labs: Turnaround }) {
  const rows = labs.map(({ labName, completed, medianMinutes, p90Minutes }) => [
    labName,
    countText(completed),
    durationText(medianMinutes),
    durationText(p90Minutes),
  ])
  const table = {
    head: [texts.lab, texts.completed, texts.median, texts.p90],
    rows,
  }
  return (
    <ChartCard title={texts.title} description={texts.description} table={table} isEmpty={labs.length === 0}>
      <p aria-hidden="true" className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs">
        <span className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full bg-brand" />
          {texts.median}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="h-3 w-0.5 rounded bg-accent-strong" />
          {texts.p90}
        </span>
      </p>
      <ResponsiveChart height={labs.length * rowHeight + axisHeight}>
        {(width) => <Drawing labs={labs} width={width} />}
      </ResponsiveChart>
    </ChartCard>
  )
})

function Drawing({ labs, width }: { labs: Turnaround; width: number }) {
  const bottom = labs.length * rowHeight
  const hours = scaleLinear({
    domain: [0, Math.max(52, ...labs.map((lab) => lab.p90Minutes / 60)) * 1.04],
    range: [inset, width - inset],
  })
  return (
    <svg width={width} height={bottom + axisHeight} aria-hidden="true" className="block">
      {[0, ...promisedHours].map((hour) => (
        <g key={hour}>
          <Line
            from={{ x: hours(hour), y: 0 }}
            to={{ x: hours(hour), y: bottom }}
            strokeDasharray={hour === 0 ? undefined : '3 4'}
            className="stroke-line-strong/50"
          />
          <text
            x={hours(hour)}
            y={bottom + 18}
            textAnchor={hour === 0 ? 'start' : 'middle'}
            className="fill-ink-soft text-xs tabular-nums"
          >
            {hour === 0 ? '0' : `${hour} h`}
          </text>
        </g>
      ))}
      {labs.map((lab, index) => (
        <Row key={lab.labPartnerId} lab={lab} y={index * rowHeight} width={width} hours={hours} />
      ))}
    </svg>
  )
}

type RowProps = { lab: Turnaround[number]; y: number; width: number; hours: (value: number) => number }

function Row({ lab, y, width, hours }: RowProps) {
  const median = hours(lab.medianMinutes / 60)
  const p90 = hours(lab.p90Minutes / 60)
  const trackY = y + 40
  return (
    <g>
      <foreignObject x={0} y={y + 4} width={width} height={24}>
        <div className="flex items-baseline justify-between gap-3 bg-surface text-xs">
          <span className="min-w-0 truncate font-medium">{lab.labName}</span>
          <span className="shrink-0 tabular-nums">
            <span className="font-semibold">{durationText(lab.medianMinutes)}</span>
            <span className="text-ink-soft"> · {texts.p90Of(durationText(lab.p90Minutes))}</span>
          </span>
        </div>
      </foreignObject>
      <Line
        from={{ x: hours(0), y: trackY }}
        to={{ x: p90, y: trackY }}
        className="stroke-brand/30"
        strokeWidth={4}
      />
      <Line
        from={{ x: p90, y: trackY - 7 }}
        to={{ x: p90, y: trackY + 7 }}
        className="stroke-accent-strong"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
      <Circle cx={median} cy={trackY} r={5.5} className="fill-brand stroke-surface" strokeWidth={2} />
    </g>
  )
}
