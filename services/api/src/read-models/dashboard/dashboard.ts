import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type AnalyticsView, analyticsDays } from '@jaanch/contracts/http/analytics'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { shareNext } from '../../reads/share-next.ts'
import { inSnapshot, type SnapshotSource } from '../../reads/snapshot.ts'
import { countAttention, countWaitingLabs } from './count-attention.ts'
import { readPackages, readTurnaround } from './rankings.ts'
import { readDays, readSums } from './statistics.ts'

const totalsRow = z.object({ totalUsers: z.number(), totalPackages: z.number() })

/** The bookings that need attention change with time alone: after this time they are counted again, ms */
const keptForMs = 1_000

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
  const readNext = shareNext(() => readDashboard(parts))
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

/** Changes whenever the projector has committed, an account was created or deleted, or a package changed. */
async function readStateOf({ db, modelVersion }: SnapshotSource): Promise<string | null> {
  const row = await db.maybeOne(sql.type(stateRow)`
    select concat_ws(' ', generation, position, (select id from catalogue_version), (select sum(n) from user_counts)) as state
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
