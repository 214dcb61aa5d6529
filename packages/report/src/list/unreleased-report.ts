import { findBooking, viewBooking } from '@jaanch/booking/command-booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { unlessLab } from '@jaanch/booking/list/show-people'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import type { HealthReportView } from '../api.ts'
import { findSubmission } from '../entry/store-report.ts'
import { readResultsToCome } from '../page/results-to-come.ts'
import { wasReturned } from '../report.ts'
import { findDraft } from '../sign-off/draft-rows.ts'
import { findReportView } from './find-report.ts'
import { earlierThan, presentReport, reportRow } from './table.ts'

type Services = { db: DatabasePool; logDb: pg.Pool; readPrepared: ReadPrepared }

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
  { db, logDb, readPrepared }: Services,
  bookingId: string,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  const released = await findReportView({ db, logDb, readPrepared }, reportId, caller)
  if (released) return released
  const history = await readStreamOf(logDb, 'booking', bookingId)
  const submitted = submissionIn(history, reportId)
  if (!submitted) return undefined
  const submission = (await findSubmission(db, reportId)) ?? (await findDraft(db, reportId))
  if (!submission) return undefined
  const booking = await findBooking({ logDb }, bookingId, caller)
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
  const view = presentReport(row, unlessLab(caller, await viewBooking({ readPrepared }, booking)), {
    toCome: toCome.get(reportId),
  })
  return isDraft ? { ...view, isDraft: true } : view
}
