import { attentionCondition, isSnoozed } from '@jaanch/booking/attention/read-attention'
import { attentions, maxAttentionCount } from '@jaanch/booking/list/tabs'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { headers } from '@jaanch/contracts/http/headers'
import { analyticsDays } from '@jaanch/contracts/kept-for'
import { serveRead } from '@jaanch/platform/http/served'
import { NoReadTablesError } from '@jaanch/platform/reads/barrier'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { keepFor, shareNext } from '@jaanch/platform/share-calls'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type AnalyticsView, analyticsCalls, reportPromises } from './api.ts'
import { presentStatistics, type Statistics, selectStatistics } from './statistics.ts'

/** Bookings come to need attention as time passes: after so long they are counted again, ms */
const keptForMs = 1_000

/** How many promises were kept changes slowly: this is read again after so long, ms */
const promisesKeptMs = 60_000

/** @property position the log position of the numbers */
type PlacedAnalytics = { position: number; analytics: AnalyticsView }

export type Dashboard = {
  /**
   * The dashboard, as new as the call at least: what other calls already read is given again while nothing that it shows has
   * changed. Names of labs, which the client shows beside their numbers, may be a second older, as may what time alone changes.
   * @throws NoReadTablesError
   */
  read(): Promise<PlacedAnalytics>
}

export const getDashboard = serveRead(
  analyticsCalls.getDashboard,
  async ({ reply }, { barrier, replicas, dashboard }) => {
    await passBarrier({ barrier, replicas }, reply)
    const { position, analytics } = await dashboard.read()
    reply.header(headers.logPosition, String(position))
    return analytics
  },
)

type Parts = { db: CommonQueryMethods; readPrepared: ReadPrepared; modelVersion: number; now: () => Date }

/**
 * All of a process's readers share one dashboard. A call first reads the state of what the dashboard is made of, in one small query
 * for all calls that wait, and only if that is another one the dashboard itself, at most one at a time.
 */
export function createDashboard(parts: Parts): Dashboard {
  const readState = shareNext(() => readStateOf(parts))
  const readPromises = keepFor(promisesKeptMs, () => readReportPromises(parts.db, parts.now()))
  let generation = 0
  const readNext = shareNext(async () => {
    const [{ position, analytics }, reportPromises] = await Promise.all([
      readDashboard(parts, generation),
      readPromises(),
    ])
    return { position, analytics: { ...analytics, reportPromises } }
  })
  let kept: { state: string; message: Promise<PlacedAnalytics> } | undefined
  return {
    async read() {
      // before the dashboard: it may contain a later change than its state, never lack one
      const found = await readState()
      const state = `${found.state} ${Math.floor(parts.now().getTime() / keptForMs)}`
      if (kept?.state === state) return kept.message
      generation = found.generation
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
async function readStateOf({ readPrepared, modelVersion }: Parts) {
  const [row] = await readPrepared<{ generation: number; state: string }>(sql.fragment`
    select generation,
           concat_ws(' ', generation, position, (select id from catalogue_version), (select sum(n) from user_counts),
                     (select concat(count(*), ' ', sum(extract(epoch from until))) from attention_snoozes)) as state
      from read_generations where state = 'live' and model_version = ${modelVersion}`)
  if (!row) throw new NoReadTablesError(modelVersion)
  return row
}

type Numbers = Statistics &
  Pick<AnalyticsView, 'totalUsers' | 'totalPackages' | 'waitingLabs'> &
  Record<'needsAttention' | 'snoozed', Count[]> & { position: number }

/** One statement, and so one snapshot. It reads sums, so its cost does not depend on the number of bookings. */
async function readDashboard({ readPrepared, now }: Parts, generation: number) {
  const of = { generation, now: now() }
  const lastDay = istDate(of.now)
  const period = { generation, firstDay: addDays(lastDay, 1 - analyticsDays), lastDay }
  const [numbers] = await readPrepared<Numbers>(sql.fragment`
    select statistics.*, (select position from read_generations where generation = ${generation}) as position,
           (select coalesce(sum(n), 0)::bigint from user_counts) as total_users,
           (select count(*) from packages where deleted_at is null) as total_packages,
           ${waitingLabs} as waiting_labs,
           (select json_agg(a) from (${attentionCounts(of)}) a) as needs_attention,
           (select coalesce(json_agg(s), '[]') from (${snoozedCounts(of)}) s) as snoozed
      from (${selectStatistics(period)}) statistics`)
  const { position, totalUsers, totalPackages, waitingLabs: waiting, ...others } = numbers as Numbers
  const analytics = {
    totalUsers,
    totalPackages,
    needsAttention: countsOf(others.needsAttention),
    snoozed: countsOf(others.snoozed),
    waitingLabs: waiting,
    ...presentStatistics(others),
  }
  return { position, analytics }
}

const count = z.object({ attention: z.enum(attentions), n: z.number() })
type Count = z.output<typeof count>
/** The bookings of a generation that are late at this time */
type Late = { generation: number; now: Date }

/** SQL: the number of labs that wait for an admin's consent. It reads one row per lab. */
const waitingLabs = sql.fragment`
  (select count(*)
     from (select 1 from lab_capacities c
             join lab_partners l on l.id = c.lab_partner_id
             join users u on u.id = l.user_id
            where waits_for_consent(c) and u.is_active limit ${maxAttentionCount}) waiting)`

/** SQL: the number of bookings that were put off, per reason: what needs attention still does while nothing happens to it. */
function snoozedCounts({ generation, now }: Late): FragmentSqlToken {
  return sql.fragment`
    select s.attention, count(*) as n
      from attention_snoozes s join ${readTable({ generation }, 'bookings')} b on b.id = s.booking_id
     where s.until > ${now.toISOString()}::timestamptz and s.booking_position >= b.position
     group by s.attention`
}

/** SQL: the number of bookings that need attention, per reason. It changes with time alone, so it is counted on each read. */
function attentionCounts({ generation, now }: Late): FragmentSqlToken {
  const counts = attentions.map(
    (attention) => sql.fragment`
      select ${attention} as attention, count(*) as n
        from (select 1 from ${readTable({ generation }, 'bookings')}
               where ${attentionCondition(attention, now)} and not ${isSnoozed(attention, now)} limit ${maxAttentionCount}) late`,
  )
  return sql.fragment`${sql.join(counts, sql.fragment` union all `)}`
}

/** @param counts of `attentionCounts` or `snoozedCounts` */
function countsOf(counts: readonly Count[]): AnalyticsView['needsAttention'] {
  const byReason = new Map(counts.map(({ attention, n }) => [attention, n]))
  return Object.fromEntries(
    attentions.map((each) => [each, byReason.get(each) ?? 0]),
  ) as AnalyticsView['needsAttention']
}

export async function countAttention(db: CommonQueryMethods, late: Late) {
  return countsOf(await db.any(sql.type(count)`${attentionCounts(late)}`))
}

/** The latest reports of the period that are counted, of those that came and of those that are due, so that the cost does not grow with the bookings */
const most = 20_000

/**
 * How many of the reports that came in the last 30 days, or should have come by the later time and are not there, came by the two times
 * that were told when the sample was collected, by how many of these reports the lab has: fewer than 30, fewer than 300, or more.
 */
export async function readReportPromises(db: CommonQueryMethods, now: Date) {
  const at = sql.fragment`${now.toISOString()}::timestamptz`
  const rows = await db.any(sql.type(reportPromises)`
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
