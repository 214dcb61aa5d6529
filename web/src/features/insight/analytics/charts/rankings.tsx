import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { countText, rupeesText } from '@/lib/format/numbers'
import { ChartCard, memoByContent } from '../components/chart-card'
import { bookingsText, compactRupees, percentText } from '../components/format'

const funnelTexts = {
  title: 'How far bookings come',
  description: 'Of those placed in these days, how many reached each stage',
  head: ['Stage', 'Bookings', 'Of those placed'],
  stages: {
    placed: 'Placed',
    confirmed: 'Confirmed',
    'sample-collection': 'Sample collection',
    'lab-processing': 'Lab processing',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
}

const sharesTexts = { bookings: 'Bookings', share: 'Share' }

const cancellationsTexts = {
  title: 'Cancellations',
  description: 'By reason, in these days',
  column: 'Reason',
  reasons: {
    'customer-request': 'Customer’s request',
    'customer-declined': 'Order declined',
    'lab-unavailable': 'Lab unavailable',
    duplicate: 'Duplicate',
    'already-reported': 'Already reported',
    other: 'Other',
  },
}

const citiesTexts = { title: 'Cities', description: 'Where samples are collected', column: 'City' }

const packagesTexts = {
  title: 'Packages by revenue',
  description: 'Of completed bookings',
  head: ['Package', 'Completed', 'Revenue'],
  others: 'All others',
  othersText: (revenue: string, bookings: number) => `All others: ${revenue} from ${bookingsText(bookings)}`,
}

const promisesTexts = {
  title: 'Report promises kept',
  description: 'Reports of the last 30 days that came by the times told at collection, by lab',
  head: ['Labs', 'Reports', 'Expected by (50% promised)', 'At the latest by (90% promised)'],
  sizes: { small: 'Fewer than 30 reports', medium: '30 to 299 reports', large: '300 reports and more' },
  kept: (share: string, count: string) => `${share} of ${count}`,
  sum: (share: string, count: string) => `${share} of ${count} (90% promised)`,
}

type RankedRow = {
  key: string
  label: string
  value: number
  text: string
  note?: string
  fill?: string
  /** The row of the table, after the label */
  cells: readonly string[]
}

type RankedChartProps = {
  texts: { title: string; description: string }
  head: readonly string[]
  rows: readonly RankedRow[]
  /** Rows of the table that have no bar */
  others?: readonly (readonly string[])[]
  isEmpty?: boolean
  fill?: string
  max?: number
  className?: string
  above?: ReactNode
  below?: ReactNode
}

/**
 * Horizontal bars below their labels, so that long labels fit on a phone. All values are visible, so there is no tooltip;
 * screen readers read the table.
 */
function RankedChart({ texts, head, rows, others = [], isEmpty, className, ...chart }: RankedChartProps) {
  const { fill = 'fill-brand', max = Math.max(1, ...rows.map(({ value }) => value)), above, below } = chart
  const width = scaleLinear({ domain: [0, max], range: [0, 100] })
  return (
    <ChartCard
      {...texts}
      table={{ head, rows: [...rows.map(({ label, cells }) => [label, ...cells]), ...others] }}
      isEmpty={isEmpty ?? rows.length === 0}
      className={className}
    >
      {above}
      <ol aria-hidden="true" className="grid gap-3">
        {rows.map((row) => (
          <li key={row.key} className="min-w-0">
            <div className="flex items-baseline justify-between gap-3 text-xs">
              <span className="min-w-0 truncate font-medium" title={row.label}>
                {row.label}
              </span>
              <span className="shrink-0 tabular-nums">
                <span className="font-semibold">{row.text}</span>
                {row.note && <span className="text-ink-soft"> · {row.note}</span>}
              </span>
            </div>
            <svg width="100%" height="8" className="mt-1 block rounded-full bg-sunken" aria-hidden="true">
              <Bar
                x={0}
                y={0}
                height={8}
                rx={4}
                width={`${width(row.value)}%`}
                className={cn('transition-[width] duration-200', row.fill ?? fill)}
              />
            </svg>
          </li>
        ))}
      </ol>
      {below}
    </ChartCard>
  )
}

/** Counts with their shares of all */
function sharesOf(items: readonly { key: string; label: string; bookings: number }[]): RankedRow[] {
  const total = items.reduce((sum, { bookings }) => sum + bookings, 0)
  return items.map(({ key, label, bookings }) => {
    const [text, note] = [countText(bookings), percentText(bookings, total)]
    return { key, label, value: bookings, text, note, cells: [text, note] }
  })
}

const shareHead = (column: string) => [column, sharesTexts.bookings, sharesTexts.share]

type CancellationsProps = Pick<AnalyticsView, 'cancellations'>

export const CancellationsChart = memoByContent(function CancellationsChart({
  cancellations,
}: CancellationsProps) {
  const items = cancellations.map(({ reason, bookings }) => ({
    key: reason,
    label: cancellationsTexts.reasons[reason],
    bookings,
  }))
  const head = shareHead(cancellationsTexts.column)
  return <RankedChart texts={cancellationsTexts} head={head} rows={sharesOf(items)} fill="fill-error" />
})

export const CitiesChart = memoByContent(function CitiesChart({ cities }: Pick<AnalyticsView, 'cities'>) {
  const items = cities.map(({ city, bookings }) => ({ key: city, label: city, bookings }))
  return <RankedChart texts={citiesTexts} head={shareHead(citiesTexts.column)} rows={sharesOf(items)} />
})

type PackagesProps = { packages: AnalyticsView['packages']; others: AnalyticsView['otherPackages'] }

export const PackagesChart = memoByContent(function PackagesChart({ packages, others }: PackagesProps) {
  const cellsOf = ({ bookings, revenue }: typeof others) => [countText(bookings), rupeesText(revenue)]
  const areOthers = others.bookings > 0
  return (
    <RankedChart
      texts={packagesTexts}
      head={packagesTexts.head}
      rows={packages.map((one) => ({
        key: one.packageId,
        label: one.name,
        value: one.revenue,
        text: compactRupees(one.revenue),
        note: bookingsText(one.bookings),
        cells: cellsOf(one),
      }))}
      others={areOthers ? [[packagesTexts.others, ...cellsOf(others)]] : []}
      below={
        areOthers && (
          <p aria-hidden="true" className="mt-4 text-ink-soft text-xs tabular-nums">
            {packagesTexts.othersText(compactRupees(others.revenue), others.bookings)}
          </p>
        )
      }
    />
  )
})

const stages = [
  { stage: 'placed', fill: 'fill-brand' },
  { stage: 'confirmed', fill: 'fill-brand' },
  { stage: 'sample-collection', fill: 'fill-brand' },
  { stage: 'lab-processing', fill: 'fill-brand' },
  { stage: 'completed', fill: 'fill-success' },
  { stage: 'cancelled', fill: 'fill-error' },
] as const

export const FunnelChart = memoByContent(function FunnelChart({ funnel }: Pick<AnalyticsView, 'funnel'>) {
  const rows = stages.map(({ stage, fill }) => {
    const [text, share] = [countText(funnel[stage]), percentText(funnel[stage], funnel.placed)]
    const note = stage !== 'placed' && { note: share }
    const label = funnelTexts.stages[stage]
    return { key: stage, label, fill, value: funnel[stage], text, ...note, cells: [text, share] }
  })
  const { placed } = funnel
  const max = Math.max(1, placed)
  return <RankedChart texts={funnelTexts} head={funnelTexts.head} isEmpty={placed === 0} {...{ rows, max }} />
})

type PromisesProps = { promises: AnalyticsView['reportPromises'] }

export const PromisesChart = memoByContent(function PromisesChart({ promises }: PromisesProps) {
  const sum = (key: 'promises' | 'latest') => promises.reduce((total, each) => total + each[key], 0)
  return (
    <RankedChart
      texts={promisesTexts}
      head={promisesTexts.head}
      rows={promises.map(({ size, promises: count, likely, latest }) => ({
        key: size,
        label: promisesTexts.sizes[size],
        value: latest / count,
        text: promisesTexts.kept(percentText(latest, count), countText(count)),
        cells: [countText(count), percentText(likely, count), percentText(latest, count)],
      }))}
      max={1}
      className="lg:col-span-2"
      above={
        <p className="mb-4 font-semibold tabular-nums">
          {promisesTexts.sum(percentText(sum('latest'), sum('promises')), countText(sum('promises')))}
        </p>
      }
    />
  )
})
