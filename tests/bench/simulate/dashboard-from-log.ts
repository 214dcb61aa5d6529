/** Computes the dashboard from the log without the read tables, to verify them. */
import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import type pg from 'pg'

export type DashboardFromLog = Pick<
  AnalyticsView,
  'totalUsers' | 'totalPackages' | 'days' | 'funnel' | 'cancellations' | 'cities' | 'turnaround'
> & { packages: { packageId: string; bookings: number; revenue: number }[]; unassigned: number }

/** Each booking of the log as one row. $1 is the first day of the dashboard. */
const bookings = `
  with happened as (
    select stream_id, type, data, at, (at at time zone 'Asia/Kolkata')::date as day, position,
           type in ('BookingPlaced', 'OrderProposed') as opens,
           type in ('BookingCancelled', 'OrderDeclined') as cancels
      from log.events where stream_id like 'booking-%'
  ), bookings as (
    select (array_agg(data) filter (where opens))[1] as data,
           min(day) filter (where opens) as day,
           min(at) filter (where opens) as at,
           bool_or(type = 'OrderProposed') as was_proposed,
           bool_or(type = 'OrderConfirmed') as was_agreed_to,
           bool_or(type in ('BookingConfirmed', 'OrderConfirmed')) as was_confirmed,
           bool_or(type = 'SampleCollectionStarted') as was_collected,
           bool_or(type = 'LabProcessingStarted') as was_processed,
           min(at) filter (where type = 'BookingCompleted') as completed_at,
           min(day) filter (where type = 'BookingCompleted') as completed_on,
           min(day) filter (where cancels) as cancelled_on,
           min(coalesce(data ->> 'reason', 'customer-declined')) filter (where cancels) as reason,
           (array_agg(data ->> 'labPartnerId' order by position desc) filter (where type = 'LabAssigned'))[1] as lab,
           max(at) filter (where type = 'LabAssigned') as assigned_at
      from happened group by stream_id
  )`

export async function readDashboardFromLog(
  db: Pick<pg.ClientBase, 'query'>,
  firstDay: string,
  now: Date,
): Promise<DashboardFromLog> {
  const query = async (select: string) => (await db.query(`${bookings} ${select}`, [firstDay])).rows
  const [funnel] = await query(`
    select count(*)::int as placed,
           count(*) filter (where was_confirmed)::int as confirmed,
           count(*) filter (where was_collected)::int as "sample-collection",
           count(*) filter (where was_processed)::int as "lab-processing",
           count(completed_at)::int as completed,
           count(cancelled_on)::int as cancelled
      from bookings where day >= $1`)
  const days = await query(`
    select d::date::text as date,
           (select count(*)::int from bookings b where b.day = d::date) as bookings,
           (select coalesce(sum((data ->> 'final')::int), 0)::float / 100 from bookings b
             where b.completed_on = d::date) as revenue
      from generate_series($1::date, $1::date + 59, interval '1 day') d order by d`)
  const turnaround = await query(`
    select lab as "labPartnerId", '' as "labName", count(*)::int as completed,
           percentile_disc(0.5) within group (order by extract(epoch from completed_at - assigned_at) / 60)::float as "medianMinutes",
           percentile_disc(0.9) within group (order by extract(epoch from completed_at - assigned_at) / 60)::float as "p90Minutes"
      from bookings where completed_on >= $1 group by lab order by 3 desc, 1 limit 8`)
  const packages = await query(`
    select data -> 'lines' -> 0 ->> 'packageId' as "packageId", count(*)::int as bookings,
           sum((data ->> 'final')::int)::float / 100 as revenue
      from bookings where completed_on >= $1 group by 1 order by 3 desc, 1 limit 8`)
  const cancellations = await query(`
    select reason, count(*)::int as bookings from bookings where cancelled_on >= $1 group by 1 order by 2 desc, 1`)
  const cities = await query(`
    select coalesce(d.address ->> 'city', 'Other') as city, count(*)::int as bookings
      from bookings b left join booking_details d on d.booking_id = (b.data ->> 'bookingId')::uuid
     where b.day >= $1 group by 1 order by 2 desc, 1`)
  const [unassigned] = await query(`
    select count(*)::int as n from bookings where $1::date is not null and lab is null and cancelled_on is null
       and (was_agreed_to or not was_proposed)
       and at <= '${new Date(now.getTime() - 3_600_000).toISOString()}'`)
  const { rows } = await db.query(
    `select (select count(*)::int from users) as "totalUsers",
            (select count(*)::int from packages where deleted_at is null) as "totalPackages"`,
  )
  return { ...rows[0], days, funnel, cancellations, cities, turnaround, packages, unassigned: unassigned.n }
}

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
