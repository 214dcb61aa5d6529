import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type AnalyticsView, analyticsDays, maxRankedItems } from '@jaanch/contracts/http/analytics'
import { toRupees } from '@jaanch/contracts/money'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { percentile } from '@jaanch/domain/analytics/turnaround'
import { keepFor } from '@jaanch/platform/keep-for'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'
import { shareNext } from '../../reads/share-next.ts'
import { inSnapshot, type SnapshotSource } from '../../reads/snapshot.ts'
import { countAttention, countSnoozed, countWaitingLabs } from './count-attention.ts'
import { readReportPromises } from './report-promises.ts'
import { readDays, readSums, type StatisticsPeriod } from './statistics.ts'

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
async function readPackages(
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
async function readTurnaround(
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

const totalsRow = z.object({ totalUsers: z.number(), totalPackages: z.number() })

/** The bookings that need attention change with time alone: after this time they are counted again, ms */
const keptForMs = 1_000

/** How good the forecasts were changes slowly, ms */
const promisesKeptMs = 60_000

const stateRow = z.object({ state: z.string() })

export type Dashboard = {
  /**
   * The dashboard, as new as the call at least: what other calls already read is given again while nothing that it shows has
   * changed. Names of labs, which the client shows beside their numbers, may be a second older, as may what time alone changes.
   * @throws NoReadTablesError
   */
  read(): Promise<AnalyticsMessage>
}

/**
 * All of a process's readers share one dashboard. A call first reads the state of what the dashboard is made of, in one small query
 * for all calls that wait, and only if that is another one the dashboard itself, at most one at a time.
 */
export function createDashboard(parts: SnapshotSource & { now: () => Date }): Dashboard {
  const readState = shareNext(() => readStateOf(parts))
  const readPromises = keepFor(promisesKeptMs, () => readReportPromises(parts.db, parts.now()))
  const readNext = shareNext(async () => {
    const [{ position, analytics }, reportPromises] = await Promise.all([
      readDashboard(parts),
      readPromises(),
    ])
    return { position, analytics: { ...analytics, reportPromises } }
  })
  let kept: { state: string; message: Promise<AnalyticsMessage> } | undefined
  return {
    async read() {
      // before the dashboard: it may contain a later change than its state, never lack one
      const state = `${await readState()} ${Math.floor(parts.now().getTime() / keptForMs)}`
      if (kept?.state === state) return kept.message
      const reading = { state, message: readNext() }
      kept = reading
      reading.message.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading.message
    },
  }
}

/** Changes whenever the projector has committed, an account was created or deleted, a package changed, or a booking was put off. */
async function readStateOf({ db, modelVersion }: SnapshotSource): Promise<string | null> {
  const row = await db.maybeOne(sql.type(stateRow)`
    select concat_ws(' ', generation, position, (select id from catalogue_version), (select sum(n) from user_counts),
                     (select concat(count(*), ' ', sum(extract(epoch from until))) from attention_snoozes)) as state
      from read_generations where state = 'live' and model_version = ${modelVersion}`)
  return row?.state ?? null
}

/**
 * Read in one snapshot. Its tables contain sums, so its cost does not depend on the number of bookings.
 * @throws NoReadTablesError
 */
function readDashboard(parts: SnapshotSource & { now: () => Date }): Promise<AnalyticsMessage> {
  const time = parts.now()
  const lastDay = istDate(time)
  const firstDay = addDays(lastDay, 1 - analyticsDays)
  return inSnapshot(parts, async (tx, { generation, position }) => {
    const period = { generation, firstDay, lastDay }
    const analytics: AnalyticsView = {
      ...(await countTotals(tx)),
      needsAttention: await countAttention(tx, { generation, now: time }),
      snoozed: await countSnoozed(tx, { generation, now: time }),
      waitingLabs: await countWaitingLabs(tx),
      days: await readDays(tx, period),
      ...(await readSums(tx, period)),
      turnaround: await readTurnaround(tx, period),
      ...(await readPackages(tx, period)),
    }
    return { position, analytics }
  })
}

function countTotals(db: CommonQueryMethods): Promise<z.output<typeof totalsRow>> {
  return db.one(sql.type(totalsRow)`
    select (select coalesce(sum(n), 0) from user_counts) as "totalUsers",
           (select count(*) from packages where deleted_at is null) as "totalPackages"`)
}
