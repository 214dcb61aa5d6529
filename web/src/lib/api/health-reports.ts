import { pagesOf } from '../swr/pages'
import { useList } from '../swr/use-answer'
import { download } from './download'

/** The latest report of each of the reader's bookings, newest first. */
export function useHealthReports(wanted = 500) {
  const { limit, pages } = pagesOf(wanted)
  return useList('/api/health-reports', { query: { limit }, pages, growing: true })
}

export function downloadReport(id: string): Promise<Blob> {
  return download(`/api/health-reports/${encodeURIComponent(id)}/download`)
}
