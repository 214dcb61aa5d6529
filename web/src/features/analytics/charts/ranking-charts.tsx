import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import type { CancellationReason } from '@jaanch/contracts/vocabulary'
import { memo, useMemo } from 'react'
import { countText, rupeesText } from '@/lib/format/numbers'
import { ChartCard } from '../components/chart-card'
import { bookingsText, compactRupees, percentText } from '../components/format'
import { RankedBars } from '../components/ranked-bars'

const reasons: Record<CancellationReason, string> = {
  'customer-request': 'Customer’s request',
  'customer-declined': 'Order declined',
  'lab-unavailable': 'Lab unavailable',
  duplicate: 'Duplicate',
  other: 'Other',
}

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
        head: [column, 'Bookings', 'Share'],
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
    () => cancellations.map(({ reason, bookings }) => ({ key: reason, label: reasons[reason], bookings })),
    [cancellations],
  )
  return (
    <BookingSharesChart
      title="Cancellations"
      description="By reason, in these days"
      column="Reason"
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
      title="Cities"
      description="Where samples are collected"
      column="City"
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
      ...(others.bookings > 0 ? [{ key: 'others', name: 'All others', ...others }] : []),
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
        head: ['Package', 'Completed', 'Revenue'],
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
      title="Packages by revenue"
      description="Of completed bookings"
      table={table}
      isEmpty={rows.length === 0}
    >
      <RankedBars rows={rows} />
      {others.bookings > 0 && (
        <p aria-hidden="true" className="mt-4 text-ink-soft text-xs tabular-nums">
          All others: {compactRupees(others.revenue)} from {bookingsText(others.bookings)}
        </p>
      )}
    </ChartCard>
  )
})
