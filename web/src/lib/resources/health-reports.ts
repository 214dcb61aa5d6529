import { usePages } from '../cache/use-pages'
import { liveQuery } from '../cache/use-resource'
import { download } from '../http/download'
import { derivedFrom } from '../live/live-rule'

export const healthReports = liveQuery('/api/health-reports', derivedFrom('booking'))

/** The latest report of each of the customer's bookings, newest first; 500 per page, so that the first page usually has all. */
export function useHealthReports() {
  return usePages(healthReports, { limit: 500 })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}
