import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { memo, useMemo } from 'react'
import { countText } from '@/lib/format/numbers'
import { ChartCard } from '../components/chart-card'
import { percentText } from '../components/format'
import { RankedBars } from '../components/ranked-bars'
import { promises as texts } from './texts'

type Promises = AnalyticsView['reportPromises']

export const PromisesChart = memo(function PromisesChart({ promises }: { promises: Promises }) {
  const sum = (key: 'promises' | 'latest') => promises.reduce((total, each) => total + each[key], 0)
  const { rows, table } = useMemo(
    () => ({
      rows: promises.map(({ size, promises: count, latest }) => ({
        key: size,
        label: texts.sizes[size],
        value: latest / count,
        text: texts.kept(percentText(latest, count), countText(count)),
      })),
      table: {
        head: texts.head,
        rows: promises.map(({ size, promises: count, likely, latest }) => [
          texts.sizes[size],
          countText(count),
          percentText(likely, count),
          percentText(latest, count),
        ]),
      },
    }),
    [promises],
  )
  return (
    <ChartCard
      title={texts.title}
      description={texts.description}
      table={table}
      isEmpty={promises.length === 0}
      className="lg:col-span-2"
    >
      <p className="mb-4 font-semibold tabular-nums">
        {texts.sum(percentText(sum('latest'), sum('promises')), countText(sum('promises')))}
      </p>
      <RankedBars rows={rows} max={1} />
    </ChartCard>
  )
})
