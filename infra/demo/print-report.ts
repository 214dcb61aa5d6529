import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { readStream } from '@jaanch/eventlog/read'
import type pg from 'pg'

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>

/**
 * Keeps the PDF of a report whose results are there, made by the workers' own hands.
 * @param stream of the report's booking @throws Error when its results are not there
 */
export async function printReport(pool: pg.Pool, stream: string, reportId: string): Promise<void> {
  // not loaded unless something is printed: the printer takes 0.4 s, as its five reports do, and most starts need none
  const [{ readReportContent }, { renderReport }, { storeReportFile }] = await Promise.all([
    import('@jaanch/workers/reports/read-report-content'),
    import('@jaanch/workers/reports/render-report'),
    import('@jaanch/workers/reports/store-report'),
  ])
  const submitted = (await readStream(pool, stream)).find(
    (event): event is Submitted => event.type === 'ReportSubmitted' && event.data.reportId === reportId,
  )
  if (!submitted) throw new Error(`The results of the report ${reportId} are not there`)
  const { model, requestHash } = await readReportContent(pool, submitted)
  await storeReportFile(pool, reportId, await renderReport(model), requestHash)
}
