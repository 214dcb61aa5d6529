import { usePages } from '../cache/use-pages'
import { download } from '../http/download'

/** The latest report of each of the customer's bookings, newest first; 500 per page, so that the first page usually has all. */
export function useHealthReports() {
  return usePages('/api/health-reports', { limit: 500 })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}
