import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { HealthReportView } from '@jaanch/contracts/http/health-reports'
import { wasReturned } from '@jaanch/domain/booking/report-version'
import { readStreamOf } from '@jaanch/eventlog/read'
import { readResultsToCome } from '@jaanch/storage/results-to-come'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import type { Caller } from '../../auth/caller.ts'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { earlierThan, presentReport, reportRow } from '../../read-models/health-reports.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { findBooking, viewBooking } from '../bookings/command-booking.ts'
import { findDraft } from './draft-rows.ts'
import { findReportView } from './find-report.ts'
import { findSubmission } from './store-report.ts'

type Parts = { db: DatabasePool; logDb: pg.Pool; readPrepared: ReadPrepared }

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' | 'ReportDrafted' }>

/** @returns the submission of a report, or else its draft; undefined without either */
export function submissionIn(
  history: readonly Recorded<BookingEvent>[],
  reportId: string,
): Submitted | undefined {
  return history.findLast(
    (event): event is Submitted =>
      (event.type === 'ReportSubmitted' || event.type === 'ReportDrafted') &&
      event.data.reportId === reportId,
  )
}

/**
 * The answer to who submitted a report: the report as soon as it is released, and what was submitted before that.
 * @returns undefined without the event, or after an erasure
 * @throws AppError not-found if the caller may not see the booking; draft-returned for a draft that nobody will sign: who sends it again
 *   must not believe that it waits
 */
export async function findSubmittedView(
  parts: Parts,
  bookingId: string,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  const { db, logDb } = parts
  const released = await findReportView(parts, reportId, caller)
  if (released) return released
  const history = await readStreamOf(logDb, 'booking', bookingId)
  const submitted = submissionIn(history, reportId)
  if (!submitted) return undefined
  const submission = (await findSubmission(db, reportId)) ?? (await findDraft(db, reportId))
  if (!submission) return undefined
  const booking = await findBooking(parts, bookingId, caller)
  const isDraft = submitted.type === 'ReportDrafted'
  if (isDraft && wasReturned(history, reportId))
    throw new AppError(
      'draft-returned',
      'This report was sent back by the pathologist. Results that are right now are sent as a new report, not by the same request.',
    )
  const { reportVersion } = submitted.data
  const { earlier } = await db.one(sql.type(reportRow.pick({ earlier: true }))`
    select ${earlierThan(sql.fragment`${reportVersion}`, sql.fragment`${bookingId}::uuid`)}`)
  const { doctorComments, isReviewed } = submission
  const row = { doctorComments, isReviewed, reportId, reportVersion, releasedAt: submitted.at, earlier }
  const toCome = await readResultsToCome(logDb, [{ reportId, version: reportVersion, booking }])
  const view = presentReport(row, unlessLab(caller, await viewBooking(parts, booking)), {
    toCome: toCome.get(reportId),
  })
  return isDraft ? { ...view, isDraft: true } : view
}
