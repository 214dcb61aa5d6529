import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { writeReportRow } from '@jaanch/storage/reports'
import { type Handler, originOf } from '../engine/work/handler.ts'
import { readReportContent } from './read-report-content.ts'
import type { ReportRenderer } from './report-renderer.ts'
import { storeReportFile } from './store-report-file.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Makes the PDF of a report that was submitted as values. The file is stored first, then the report's row and ReportReleased
 * in one transaction, so nobody is notified of a report that cannot be opened. A cancelled booking gets no report, and an erased
 * customer neither: what was submitted is deleted.
 */
export const createReleaseReport =
  ({ render }: ReportRenderer): Handler<'reports'> =>
  async (event, context) => {
    const { reportId, reportVersion: version, change } = event.data
    const bookingId = parseStreamId('booking', event.streamId)
    if (bookingId === undefined) throw new Error(`A report of ${event.streamId}, which is no booking`)
    const { position, at } = event
    const submitted = await readReportContent(context.pool, { bookingId, reportId, version, position, at })
    const isStored =
      submitted !== undefined &&
      (await storeReportFile(
        context.pool,
        submitted.report,
        await render(submitted.content),
        submitted.requestHash,
      ))
    if (!isStored)
      return context.log.info({ position }, 'the report is not released: its customer was erased')
    const { refused } = await bookings.handle(
      context,
      { id: bookingId, ...originOf('reports', event), writeRows: writeReportRow(submitted.report) },
      (booking) => bookingDecider.decide(booking, { type: 'releaseReport', reportId, version, change }, at),
    )
    if (refused) context.log.info({ position, refused }, 'the report is not released')
  }
