import { bookingDecider } from '@jaanch/booking/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { parseStreamId } from '@jaanch/eventlog/events'
import { type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import type pg from 'pg'
import { Piscina } from 'piscina'
import { reportsConsumer } from '../consumers.ts'
import { type NewReport, writeReportRow } from '../table.ts'
import { type ReportContent, readReportContent } from './report-content.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Makes the PDF of a report that was submitted as values. The file is stored first, then the report's row and ReportReleased
 * in one transaction, so nobody is notified of a report that cannot be opened. A cancelled booking gets no report, and an erased
 * customer neither: what was submitted is deleted.
 */
export const releaseReport = react(
  reportsConsumer,
  async (event, { pool, appender, log, renderer }: HandlerContext & { renderer: ReportRenderer }) => {
    const { reportId, reportVersion: version, change } = event.data
    const bookingId = parseStreamId('booking', event.streamId)
    if (bookingId === undefined) throw new Error(`A report of ${event.streamId}, which is no booking`)
    const { position, at } = event
    const submitted = await readReportContent(pool, { bookingId, reportId, version, position, at })
    const isStored =
      submitted !== undefined &&
      (await storeReportFile(
        pool,
        submitted.report,
        await renderer.render(submitted.content),
        submitted.requestHash,
      ))
    if (!isStored) return log.info({ position }, 'the report is not released: its customer was erased')
    const { refused } = await bookings.handle(
      { pool, appender },
      { id: bookingId, ...originOf(reportsConsumer, event), writeRows: writeReportRow(submitted.report) },
      (booking) => bookingDecider.decide(booking, { type: 'releaseReport', reportId, version, change }, at),
    )
    if (refused) log.info({ position, refused }, 'the report is not released')
  },
)

/**
 * Stores the PDF of a report. The same report made again is the same file, and new again: files without a report are collected
 * after a day.
 * @returns false if the customer was erased: nothing is stored then
 */
export async function storeReportFile(
  pool: pg.Pool,
  { id, bookingId, customerId }: Pick<NewReport, 'id' | 'bookingId' | 'customerId'>,
  bytes: Buffer,
  requestHash: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with person as (select from users where id = $5 and erased_at is null for key share)
     insert into health_report_files (report_id, booking_id, content_type, bytes, request_hash)
     select $1, $2, 'application/pdf', $3, $4 from person
     on conflict (report_id) do update
       set created_at = excluded.created_at,
           -- an upload of the same request, which came before there were values, is no PDF of the values
           bytes = case when exists (select from health_reports where id = $1) then health_report_files.bytes else excluded.bytes end`,
    [id, bookingId, bytes, requestHash, customerId],
  )
  return rowCount === 1
}

export type ReportRenderer = {
  /** @returns the PDF of a report. @throws what renderReport throws */
  render(report: ReportContent): Promise<Buffer>
  /** Ends the thread; the worker handles no more reports. */
  close(): Promise<void>
}

/** Thread that is idle this long ends; the next report starts one, which takes 0.3 s. ms */
const idleTimeoutMs = 60_000

/**
 * Renders PDFs in a thread of its own. A report of many pages takes hundreds of ms, in which the event loop of the process
 * could renew no lease and send no append. One thread: a worker has other work than reports.
 */
export function createReportRenderer(): ReportRenderer {
  const pool = new Piscina<ReportContent, Uint8Array>({
    filename: new URL('./render-report.ts', import.meta.url).href,
    name: 'renderReport',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  })
  return {
    async render(report) {
      const { buffer, byteOffset, byteLength } = await pool.run(report)
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    close: () => pool.destroy(),
  }
}
