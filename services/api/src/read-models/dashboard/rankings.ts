import { type AnalyticsView, maxRankedItems } from '@jaanch/contracts/http/analytics'
import { toRupees } from '@jaanch/contracts/money'
import { percentile } from '@jaanch/domain/analytics/turnaround'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'
import type { StatisticsPeriod } from './statistics.ts'

const packageRow = z.object({
  packageId: z.uuid().nullable(),
  name: z.string(),
  bookings: z.number(),
  revenue: z.number(),
})
const labRow = z.object({
  labPartnerId: z.uuid(),
  labName: z.string(),
  completed: z.number(),
  histogram: z.array(z.object({ bucket: z.number(), n: z.number() })),
})

/** The packages with the highest revenue, and the sum of all others. */
export async function readPackages(
  db: CommonQueryMethods,
  period: StatisticsPeriod,
): Promise<Pick<AnalyticsView, 'packages' | 'otherPackages'>> {
  const rows = await db.any(sql.type(packageRow)`
    with ranked as (
      select key::uuid as id, sum(n) as n, sum(amount) as amount,
             row_number() over (order by sum(amount) desc, key) as place
        from ${readTable(period, 'statistics')}
       where metric = 'package' and day between ${period.firstDay}::date and ${period.lastDay}::date
       group by key
    ), named as (
      select case when place <= ${maxRankedItems} then id end as id, n, amount from ranked
    )
    select named.id as "packageId", coalesce(p.name, '') as name, sum(n) as bookings, sum(amount) as revenue
      from named left join packages p on p.id = named.id
     group by named.id, p.name order by named.id is null, revenue desc`)
  const packages = rows.flatMap(({ packageId, name, bookings, revenue }) =>
    packageId ? [{ packageId, name, bookings, revenue: toRupees(revenue) }] : [],
  )
  const others = rows.find(({ packageId }) => packageId === null)
  return {
    packages,
    otherPackages: { bookings: others?.bookings ?? 0, revenue: toRupees(others?.revenue ?? 0) },
  }
}

/** The turnaround times of the labs that completed most bookings. */
export async function readTurnaround(
  db: CommonQueryMethods,
  period: StatisticsPeriod,
): Promise<AnalyticsView['turnaround']> {
  const rows = await db.any(sql.type(labRow)`
    with busiest as (
      select key::uuid as id, sum(n) as n from ${readTable(period, 'statistics')}
       where metric = 'lab' and day between ${period.firstDay}::date and ${period.lastDay}::date
       group by key order by n desc, key limit ${maxRankedItems}
    )
    select b.id as "labPartnerId", coalesce(l.lab_name, '') as "labName", b.n as completed,
           (select coalesce(json_agg(h), '[]') from (
              select t.bucket, sum(t.n) as n from ${readTable(period, 'turnarounds')} t
               where t.lab_partner_id = b.id and t.day between ${period.firstDay}::date and ${period.lastDay}::date
               group by t.bucket) h) as histogram
      from busiest b left join lab_partners l on l.id = b.id
     order by b.n desc, b.id`)
  return rows.map(({ histogram, ...lab }) => ({
    ...lab,
    medianMinutes: Math.round(percentile(histogram, 0.5)),
    p90Minutes: Math.round(percentile(histogram, 0.9)),
  }))
}
