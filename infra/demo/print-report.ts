import { readStreamOf } from '@jaanch/eventlog/read'
import type pg from 'pg'

/**
 * Stores the PDF of a report whose values were submitted, made by the workers' own code.
 * @throws Error when the values were not submitted
 */
export async function printReport(pool: pg.Pool, bookingId: string, reportId: string): Promise<void> {
  // imported only when a report is made: pdfkit and the fonts take 0.4 s to load, and most starts make none
  const [{ readReportContent }, { renderReport }, { storeReportFile }] = await Promise.all([
    import('@jaanch/workers/reports/read-report-content'),
    import('@jaanch/workers/reports/render-report'),
    import('@jaanch/workers/reports/store-report-file'),
  ])
  for (const event of await readStreamOf(pool, 'booking', bookingId)) {
    if (event.type !== 'ReportSubmitted' || event.data.reportId !== reportId) continue
    const { position, at, data } = event
    const submitted = { bookingId, reportId, version: data.reportVersion, position, at }
    const { content, requestHash } = await readReportContent(pool, submitted)
    return storeReportFile(pool, reportId, await renderReport(content), requestHash)
  }
  throw new Error(`No values were submitted for the report ${reportId}`)
}
