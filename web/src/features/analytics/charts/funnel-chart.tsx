import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { memo, useMemo } from 'react'
import { countText } from '@/lib/format/numbers'
import { ChartCard } from '../components/chart-card'
import { percentText } from '../components/format'
import { RankedBars } from '../components/ranked-bars'

const stages = [
  { stage: 'placed', label: 'Placed', fill: 'fill-brand' },
  { stage: 'confirmed', label: 'Confirmed', fill: 'fill-brand' },
  { stage: 'sample-collection', label: 'Sample collection', fill: 'fill-brand' },
  { stage: 'lab-processing', label: 'Lab processing', fill: 'fill-brand' },
  { stage: 'completed', label: 'Completed', fill: 'fill-success' },
  { stage: 'cancelled', label: 'Cancelled', fill: 'fill-error' },
] as const

export const FunnelChart = memo(function FunnelChart({ funnel }: { funnel: AnalyticsView['funnel'] }) {
  const { placed } = funnel
  const rows = stages.map(({ stage, label, fill }) => ({
    key: stage,
    label,
    fill,
    value: funnel[stage],
    text: countText(funnel[stage]),
    ...(stage !== 'placed' && { note: percentText(funnel[stage], placed) }),
  }))
  const table = useMemo(
    () => ({
      head: ['Stage', 'Bookings', 'Of those placed'],
      rows: stages.map(({ stage, label }) => [
        label,
        countText(funnel[stage]),
        percentText(funnel[stage], placed),
      ]),
    }),
    [funnel, placed],
  )
  return (
    <ChartCard
      title="How far bookings come"
      description="Of those placed in these days, how many reached each stage"
      table={table}
      isEmpty={placed === 0}
    >
      <RankedBars rows={rows} max={Math.max(1, placed)} />
    </ChartCard>
  )
})
