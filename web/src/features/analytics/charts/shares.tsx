import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import type { CancellationReason } from '@jaanch/contracts/vocabulary'
import { memo, useMemo } from 'react'
import { rupeesText } from '@/lib/format/money'
import { ChartCard } from '../parts/chart-card'
import { RankedBars } from '../parts/ranked-bars'
import { bookingsText, countText, roundRupees, shareText } from '../parts/texts'

const reasons: Record<CancellationReason, string> = {
  'customer-request': 'Customer’s request',
  'customer-declined': 'Order declined',
  'lab-unavailable': 'Lab unavailable',
  duplicate: 'Duplicate',
  other: 'Other',
}

type Counted = { key: string; label: string; bookings: number }

/** Rows and table of something that is counted in bookings. */
function useCounted(name: string, counted: readonly Counted[]) {
  return useMemo(() => {
    const all = counted.reduce((sum, { bookings }) => sum + bookings, 0)
    return {
      rows: counted.map(({ key, label, bookings }) => ({
        key,
        label,
        value: bookings,
        text: countText(bookings),
        more: shareText(bookings, all),
      })),
      table: {
        head: [name, 'Bookings', 'Share'],
        rows: counted.map(({ label, bookings }) => [label, countText(bookings), shareText(bookings, all)]),
      },
    }
  }, [name, counted])
}

export const CancellationsChart = memo(function CancellationsChart({
  cancellations,
}: Pick<AnalyticsView, 'cancellations'>) {
  const counted = useMemo(
    () => cancellations.map(({ reason, bookings }) => ({ key: reason, label: reasons[reason], bookings })),
    [cancellations],
  )
  const { rows, table } = useCounted('Reason', counted)
  return (
    <ChartCard
      title="Cancellations"
      note="By reason, in these days"
      table={table}
      isEmpty={rows.length === 0}
    >
      <RankedBars rows={rows} fill="fill-error" />
    </ChartCard>
  )
})

export const CitiesChart = memo(function CitiesChart({ cities }: Pick<AnalyticsView, 'cities'>) {
  const counted = useMemo(
    () => cities.map(({ city, bookings }) => ({ key: city, label: city, bookings })),
    [cities],
  )
  const { rows, table } = useCounted('City', counted)
  return (
    <ChartCard title="Cities" note="Where samples are collected" table={table} isEmpty={rows.length === 0}>
      <RankedBars rows={rows} />
    </ChartCard>
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
    const all = [
      ...packages.map(({ packageId, ...rest }) => ({ key: packageId, ...rest })),
      ...(others.bookings > 0 ? [{ key: 'others', name: 'All others', ...others }] : []),
    ]
    return {
      rows: packages.map(({ packageId, name, bookings, revenue }) => ({
        key: packageId,
        label: name,
        value: revenue,
        text: roundRupees(revenue),
        more: bookingsText(bookings),
      })),
      table: {
        head: ['Package', 'Completed', 'Revenue'],
        rows: all.map(({ name, bookings, revenue }) => [name, countText(bookings), rupeesText(revenue)]),
      },
    }
  }, [packages, others])
  return (
    <ChartCard
      title="Packages by revenue"
      note="Of completed bookings"
      table={table}
      isEmpty={rows.length === 0}
    >
      <RankedBars rows={rows} />
      {others.bookings > 0 && (
        <p aria-hidden="true" className="mt-4 text-ink-soft text-xs tabular-nums">
          All others: {roundRupees(others.revenue)} from {bookingsText(others.bookings)}
        </p>
      )}
    </ChartCard>
  )
})
