import { useList } from '../swr/use-answer'
import { download } from './download'

/** The latest report of each of the reader's bookings, newest first. */
export function useHealthReports() {
  return useList('/api/health-reports', { query: { limit: 500 } })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}
