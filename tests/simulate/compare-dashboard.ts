import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import type { DashboardFromLog } from './dashboard-from-log.ts'

/**
 * Compares the dashboard with the log. Ties may be in any order; a percentile of the histogram may differ by 2.5 %, or by
 * half a minute of rounding.
 */
export function findDifferences(dashboard: AnalyticsView, log: DashboardFromLog): string[] {
  const differences: string[] = []
  function compare(name: string, shown: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(shown), JSON.stringify(expected)]
    if (a !== b) differences.push(`${name}: shown ${a}, in the log ${b}`)
  }
  const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) =>
    rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

  compare('users', dashboard.totalUsers, log.totalUsers)
  compare('packages', dashboard.totalPackages, log.totalPackages)
  compare('days', dashboard.days, log.days)
  for (const stage of Object.keys(log.funnel) as (keyof typeof log.funnel)[]) {
    compare(`funnel ${stage}`, dashboard.funnel[stage], log.funnel[stage])
  }
  compare(
    'cancellations',
    byKey(dashboard.cancellations, ({ reason }) => reason),
    byKey(log.cancellations, ({ reason }) => reason),
  )
  compare(
    'cities',
    byKey(dashboard.cities, ({ city }) => city),
    byKey(log.cities, ({ city }) => city),
  )
  compare(
    'revenue of packages',
    dashboard.packages.map(({ revenue }) => revenue),
    log.packages.map(({ revenue }) => revenue),
  )
  compare('unassigned', dashboard.needsAttention.unassigned, Math.min(1_000, log.unassigned))
  for (const lab of log.turnaround) {
    const shown = dashboard.turnaround.find(({ labPartnerId }) => labPartnerId === lab.labPartnerId)
    compare(`completed by ${lab.labPartnerId}`, shown?.completed, lab.completed)
    for (const share of ['medianMinutes', 'p90Minutes'] as const) {
      const difference = Math.abs((shown?.[share] ?? 0) - Math.max(1, lab[share]))
      if (difference > lab[share] * 0.026 + 0.51)
        compare(`${share} of ${lab.labPartnerId}`, shown?.[share], lab[share])
    }
  }
  return differences
}
