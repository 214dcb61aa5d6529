import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { memo, useMemo } from 'react'
import { countText } from '@/lib/format/numbers'
import { ChartCard } from '../components/chart-card'
import { percentText } from '../components/format'
import { RankedBars } from '../components/ranked-bars'
import { funnel as texts } from './texts'

const stages = [
  { stage: 'placed', fill: 'fill-brand' },
  { stage: 'confirmed', fill: 'fill-brand' },
  { stage: 'sample-collection', fill: 'fill-brand' },
  { stage: 'lab-processing', fill: 'fill-brand' },
  { stage: 'completed', fill: 'fill-success' },
  { stage: 'cancelled', fill: 'fill-error' },
] as const

export const FunnelChart = memo(function FunnelChart({ funnel }: { funnel: AnalyticsView['funnel'] }) {
  const { placed } = funnel
  const rows = stages.map(({ stage, fill }) => ({
    key: stage,
    label: texts.stages[stage],
    fill,
    value: funnel[stage],
    text: countText(funnel[stage]),
    ...(stage !== 'placed' && { note: percentText(funnel[stage], placed) }),
  }))
  const table = useMemo(
    () => ({
      head: texts.head,
      rows: stages.map(({ stage }) => [
        texts.stages[stage],
        countText(funnel[stage]),
        percentText(funnel[stage], placed),
      ]),
    }),
    [funnel, placed],
  )
  return (
    <ChartCard title={texts.title} description={texts.description} table={table} isEmpty={placed === 0}>
      <RankedBars rows={rows} max={Math.max(1, placed)} />
    </ChartCard>
  )
})
