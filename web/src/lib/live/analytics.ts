import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import { mutate } from 'swr'

/**
 * The whole of the dashboard's numbers, in the place of those that were shown. Within a connection they come in order, and a
 * new connection begins with the latest; an answer that is under way is dropped by SWR in favour of what comes here.
 */
export function receiveAnalytics({ analytics }: AnalyticsMessage): void {
  void mutate('/api/analytics/dashboard', analytics, { revalidate: false })
}
