import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const sizeRow = z.object({
  size: z.enum(['small', 'medium', 'large']),
  promises: z.number(),
  likely: z.number(),
  latest: z.number(),
})

/** The latest reports of the period that are counted, of those that came and of those that are due, so that the cost does not grow with the bookings */
const most = 20_000

/**
 * How many of the reports that came in the last 30 days, or should have come by the later time and are not there, came by the two times
 * that were told when the sample was collected, by how many of these reports the lab has: fewer than 30, fewer than 300, or more.
 */
export async function readReportPromises(
  db: CommonQueryMethods,
  now: Date,
): Promise<AnalyticsView['reportPromises']> {
  const at = sql.fragment`${now.toISOString()}::timestamptz`
  const rows = await db.any(sql.type(sizeRow)`
    with latest as (
      (select lab_partner_id, reported_at, likely_by, latest_by from report_promises
        where reported_at > ${at} - interval '30 days'
        order by reported_at desc limit ${most})
       union all
      (select lab_partner_id, null, likely_by, latest_by from report_promises
        where reported_at is null and latest_by > ${at} - interval '30 days' and latest_by < ${at}
        order by latest_by desc limit ${most})
    ), labs as (
      select count(*) as promises, count(*) filter (where reported_at <= likely_by) as likely,
             count(*) filter (where reported_at <= latest_by) as latest
        from latest group by lab_partner_id
    ), sized as (
      select case when promises < 30 then 'small' when promises < 300 then 'medium' else 'large' end as size, labs.* from labs
    )
    select size, sum(promises) as promises, sum(likely) as likely, sum(latest) as latest
      from sized group by size order by min(promises)`)
  return [...rows]
}
