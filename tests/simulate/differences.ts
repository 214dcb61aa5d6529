import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import type { LogNumbers } from './log-numbers.ts'

/** Ties may stand in either order, and a histogram's percentile is up to 2.5 % off, or half a minute's rounding. */
export function differencesOf(shown: AnalyticsView, log: LogNumbers): string[] {
  const found: string[] = []
  function same(what: string, one: unknown, other: unknown): void {
    const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
    if (a !== b) found.push(`${what}: shown ${a}, in the log ${b}`)
  }
  const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => string) =>
    rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

  same('users', shown.totalUsers, log.totalUsers)
  same('packages', shown.totalPackages, log.totalPackages)
  same('days', shown.days, log.days)
  for (const stage of Object.keys(log.funnel) as (keyof typeof log.funnel)[]) {
    same(`funnel ${stage}`, shown.funnel[stage], log.funnel[stage])
  }
  same(
    'cancellations',
    byKey(shown.cancellations, ({ reason }) => reason),
    byKey(log.cancellations, ({ reason }) => reason),
  )
  same(
    'cities',
    byKey(shown.cities, ({ city }) => city),
    byKey(log.cities, ({ city }) => city),
  )
  same(
    'revenue of packages',
    shown.packages.map(({ revenue }) => revenue),
    log.packages.map(({ revenue }) => revenue),
  )
  same('unassigned', shown.needsAttention.unassigned, Math.min(1_000, log.unassigned))
  for (const lab of log.turnaround) {
    const told = shown.turnaround.find(({ labPartnerId }) => labPartnerId === lab.labPartnerId)
    same(`completed by ${lab.labPartnerId}`, told?.completed, lab.completed)
    for (const share of ['medianMinutes', 'p90Minutes'] as const) {
      const off = Math.abs((told?.[share] ?? 0) - Math.max(1, lab[share]))
      if (off > lab[share] * 0.026 + 0.51) same(`${share} of ${lab.labPartnerId}`, told?.[share], lab[share])
    }
  }
  return found
}
