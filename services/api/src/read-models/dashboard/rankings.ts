import { type AnalyticsView, maxRankedItems } from '@jaanch/contracts/http/analytics'
import { toRupees } from '@jaanch/contracts/money'
import { percentile } from '@jaanch/domain/analytics/turnaround'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'
import type { Span } from '../../routes/analytics/span.ts'

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

/** The packages that brought in most, and all the others in one. */
export async function readPackages(
  db: CommonQueryMethods,
  span: Span,
): Promise<Pick<AnalyticsView, 'packages' | 'otherPackages'>> {
  const rows = await db.any(sql.type(packageRow)`
    with ranked as (
      select key::uuid as id, sum(n) as n, sum(amount) as amount,
             row_number() over (order by sum(amount) desc, key) as place
        from ${readTable(span, 'statistics')}
       where metric = 'package' and day between ${span.first}::date and ${span.today}::date
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

/** How long the labs take that completed most. */
export async function readTurnaround(
  db: CommonQueryMethods,
  span: Span,
): Promise<AnalyticsView['turnaround']> {
  const rows = await db.any(sql.type(labRow)`
    with busiest as (
      select key::uuid as id, sum(n) as n from ${readTable(span, 'statistics')}
       where metric = 'lab' and day between ${span.first}::date and ${span.today}::date
       group by key order by n desc, key limit ${maxRankedItems}
    )
    select b.id as "labPartnerId", coalesce(l.lab_name, '') as "labName", b.n as completed,
           (select coalesce(json_agg(h), '[]') from (
              select t.bucket, sum(t.n) as n from ${readTable(span, 'turnarounds')} t
               where t.lab_partner_id = b.id and t.day between ${span.first}::date and ${span.today}::date
               group by t.bucket) h) as histogram
      from busiest b left join lab_partners l on l.id = b.id
     order by b.n desc, b.id`)
  return rows.map(({ histogram, ...lab }) => ({
    ...lab,
    medianMinutes: Math.round(percentile(histogram, 0.5)),
    p90Minutes: Math.round(percentile(histogram, 0.9)),
  }))
}
