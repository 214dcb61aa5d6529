import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type AnalyticsView, analyticsDays } from '@jaanch/contracts/http/analytics'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { keepFor } from '@jaanch/platform/keep-for'
import { type CommonQueryMethods, sql } from 'slonik'
import { NoReadTablesError } from '../../reads/barrier.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { shareNext } from '../../reads/share-next.ts'
import { attentionCounts, countsOf, snoozedCounts, waitingLabs } from './count-attention.ts'
import { readReportPromises } from './report-promises.ts'
import { presentStatistics, type Statistics, selectStatistics } from './statistics.ts'

/** The bookings that need attention change with time alone: after this time they are counted again, ms */
const keptForMs = 1_000

/** How good the forecasts were changes slowly, ms */
const promisesKeptMs = 60_000

export type Dashboard = {
  /**
   * The dashboard, as new as the call at least: what other calls already read is given again while nothing that it shows has
   * changed. Names of labs, which the client shows beside their numbers, may be a second older, as may what time alone changes.
   * @throws NoReadTablesError
   */
  read(): Promise<AnalyticsMessage>
}

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
  let kept: { state: string; message: Promise<AnalyticsMessage> } | undefined
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
async function readStateOf({
  readPrepared,
  modelVersion,
}: Parts): Promise<{ generation: number; state: string }> {
  const [row] = await readPrepared<{ generation: number; state: string }>(sql.fragment`
    select generation,
           concat_ws(' ', generation, position, (select id from catalogue_version), (select sum(n) from user_counts),
                     (select concat(count(*), ' ', sum(extract(epoch from until))) from attention_snoozes)) as state
      from read_generations where state = 'live' and model_version = ${modelVersion}`)
  if (!row) throw new NoReadTablesError(modelVersion)
  return row
}

type Numbers = Statistics &
  Pick<AnalyticsView, 'totalUsers' | 'totalPackages' | 'waitingLabs'> & {
    position: number
    needsAttention: Parameters<typeof countsOf>[0]
    snoozed: Parameters<typeof countsOf>[0]
  }

/** One statement, and so one snapshot. It reads sums, so its cost does not depend on the number of bookings. */
async function readDashboard(
  { readPrepared, now }: Parts,
  generation: number,
): Promise<{ position: number; analytics: Omit<AnalyticsView, 'reportPromises'> }> {
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
