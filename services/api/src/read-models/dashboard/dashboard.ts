import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type AnalyticsView, analyticsDays } from '@jaanch/contracts/http/analytics'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inSnapshot, type SnapshotSource } from '../../reads/snapshot.ts'
import { countAttention } from './count-attention.ts'
import { readPackages, readTurnaround } from './rankings.ts'
import { readDays, readSums } from './statistics.ts'

const totalsRow = z.object({ totalUsers: z.number(), totalPackages: z.number() })

/**
 * The dashboard of the platform, read in one snapshot. All its tables contain sums, so its cost does not depend on the number
 * of bookings.
 * @throws NoReadTablesError
 */
export function readDashboard(context: SnapshotSource & Pick<Context, 'now'>): Promise<AnalyticsMessage> {
  const time = context.now()
  const lastDay = istDate(time)
  const firstDay = addDays(lastDay, 1 - analyticsDays)
  return inSnapshot(context, async (tx, { generation, position }) => {
    const period = { generation, firstDay, lastDay }
    const analytics: AnalyticsView = {
      ...(await countTotals(tx)),
      needsAttention: await countAttention(tx, { generation, now: time }),
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
