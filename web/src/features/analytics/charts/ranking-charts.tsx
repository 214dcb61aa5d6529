import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { memo, useMemo } from 'react'
import { countText, rupeesText } from '@/lib/format/numbers'
import { ChartCard } from '../components/chart-card'
import { bookingsText, compactRupees, percentText } from '../components/format'
import { RankedBars } from '../components/ranked-bars'
import {
  cancellations as cancellationsTexts,
  cities as citiesTexts,
  packages as packagesTexts,
  shares as sharesTexts,
} from './texts'

type CountedItem = { key: string; label: string; bookings: number }

type BookingSharesChartProps = {
  title: string
  description: string
  column: string
  items: readonly CountedItem[]
  fill?: string
}

function BookingSharesChart({
  title,
  description,
  column,
  items,
  fill = 'fill-brand',
}: BookingSharesChartProps) {
  const { rows, table } = useMemo(() => {
    const total = items.reduce((sum, { bookings }) => sum + bookings, 0)
    return {
      rows: items.map(({ key, label, bookings }) => ({
        key,
        label,
        value: bookings,
        text: countText(bookings),
        note: percentText(bookings, total),
      })),
      table: {
        head: [column, sharesTexts.bookings, sharesTexts.share],
        rows: items.map(({ label, bookings }) => [label, countText(bookings), percentText(bookings, total)]),
      },
    }
  }, [column, items])
  return (
    <ChartCard title={title} description={description} table={table} isEmpty={rows.length === 0}>
      <RankedBars rows={rows} fill={fill} />
    </ChartCard>
  )
}

export const CancellationsChart = memo(function CancellationsChart({
  cancellations,
}: Pick<AnalyticsView, 'cancellations'>) {
  const items = useMemo(
    () =>
      cancellations.map(({ reason, bookings }) => ({
        key: reason,
        label: cancellationsTexts.reasons[reason],
        bookings,
      })),
    [cancellations],
  )
  return (
    <BookingSharesChart
      title={cancellationsTexts.title}
      description={cancellationsTexts.description}
      column={cancellationsTexts.column}
      items={items}
      fill="fill-error"
    />
  )
})

export const CitiesChart = memo(function CitiesChart({ cities }: Pick<AnalyticsView, 'cities'>) {
  const items = useMemo(
    () => cities.map(({ city, bookings }) => ({ key: city, label: city, bookings })),
    [cities],
  )
  return (
    <BookingSharesChart
      title={citiesTexts.title}
      description={citiesTexts.description}
      column={citiesTexts.column}
      items={items}
    />
  )
})

export const PackagesChart = memo(function PackagesChart({
  packages,
  others,
}: {
  packages: AnalyticsView['packages']
  others: AnalyticsView['otherPackages']
}) {
  const { rows, table } = useMemo(() => {
    const tableRows = [
      ...packages.map(({ packageId, ...rest }) => ({ key: packageId, ...rest })),
      ...(others.bookings > 0 ? [{ key: 'others', name: packagesTexts.others, ...others }] : []),
    ]
    return {
      rows: packages.map(({ packageId, name, bookings, revenue }) => ({
        key: packageId,
        label: name,
        value: revenue,
        text: compactRupees(revenue),
        note: bookingsText(bookings),
      })),
      table: {
        head: packagesTexts.head,
        rows: tableRows.map(({ name, bookings, revenue }) => [
          name,
          countText(bookings),
          rupeesText(revenue),
        ]),
      },
    }
  }, [packages, others])
  return (
    <ChartCard
      title={packagesTexts.title}
      description={packagesTexts.description}
      table={table}
      isEmpty={rows.length === 0}
    >
      <RankedBars rows={rows} />
      {others.bookings > 0 && (
        <p aria-hidden="true" className="mt-4 text-ink-soft text-xs tabular-nums">
          {packagesTexts.othersText(compactRupees(others.revenue), others.bookings)}
        </p>
      )}
    </ChartCard>
  )
})
