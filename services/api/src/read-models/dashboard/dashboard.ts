import { type AnalyticsView, analyticsDays } from '@jaanch/contracts/http/analytics'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { addDays, istDate } from '@jaanch/domain/calendar'
import type { Context } from '../../context.ts'
import { inSnapshot } from '../../reads/snapshot.ts'
import { countAccounts } from '../../routes/analytics/totals.ts'
import { countAttention } from './count-attention.ts'
import { readPackages, readTurnaround } from './rankings.ts'
import { readDays, readTotals } from './statistics.ts'

/**
 * The platform's numbers as of one moment. All of it comes from tables that hold sums: it costs the same with ten bookings
 * and with ten million.
 * @throws NoReadTablesError
 */
export function readDashboard({ db, now }: Pick<Context, 'db' | 'now'>): Promise<AnalyticsMessage> {
  const moment = now()
  const today = istDate(moment)
  const first = addDays(today, 1 - analyticsDays)
  return inSnapshot(db, async (tx, { generation, position }) => {
    const span = { generation, first, today }
    const totals = await readTotals(tx, span)
    const analytics: AnalyticsView = {
      ...(await countAccounts(tx)),
      needsAttention: await countAttention(tx, { generation, now: moment }),
      days: await readDays(tx, span),
      ...totals,
      turnaround: await readTurnaround(tx, span),
      ...(await readPackages(tx, span)),
    }
    return { position, analytics }
  })
}
