import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import type { Handler } from '../work/handler.ts'
import { readReportContent } from './read-report-content.ts'
import { renderReport } from './render-report.ts'
import { releasing, storeReportFile } from './store-report.ts'

/**
 * Prints a report whose results came as values: first the file, then the report's row and ReportReleased together, so that
 * nobody is told of a report that can't be opened. A booking that was cancelled meanwhile gets none.
 */
export const releaseReport: Handler = async (event, { pool, appender, log }) => {
  const submitted = event as Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>
  const { reportId, reportVersion } = submitted.data
  const report = await readReportContent(pool, submitted)
  await storeReportFile(pool, reportId, await renderReport(report.model), report.requestHash)
  await decideAndAppend({
    appender: releasing(pool, appender, report.row),
    db: pool,
    id: appendIdOf('reports', event.position),
    streamId: event.streamId,
    actor: 'system:reports',
    correlationId: event.correlationId,
    causationId: event.position,
    decide(history) {
      const booking = fold(bookingDecider, history as Recorded<BookingEvent>[])
      const command = { type: 'releaseReport', reportId, version: reportVersion } as const
      const decision = bookingDecider.decide(booking, command, event.at)
      if (!('refused' in decision)) return decision.events
      log.info({ position: event.position, refused: decision.refused }, 'the report is not released')
      return []
    },
  })
}
