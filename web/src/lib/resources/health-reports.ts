import { usePages } from '../cache/use-pages'
import { download } from '../http/download'

/** The latest report of each of the reader's bookings, newest first; so many at once that nearly everyone's are counted. */
export function useHealthReports() {
  return usePages('/api/health-reports', { limit: 500 })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}
