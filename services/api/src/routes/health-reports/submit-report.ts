import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { HealthReportView } from '@jaanch/contracts/http/health-reports'
import { readStreamOf } from '@jaanch/eventlog/read'
import { type DatabasePool, sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'
import type { EventLog } from '../../event-log.ts'
import { onceOnly } from '../../http/idempotency.ts'
import type { Limits } from '../../limits/limits.ts'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { earlierThan, presentReport, reportRow } from '../../read-models/health-reports.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { decideBooking, findBooking, viewBooking } from '../bookings/command-booking.ts'
import { checkSubject } from './check-subject.ts'
import { findReportView } from './find-report.ts'
import { readExpectedParameters, readResults, type SubmittedResults } from './read-results.ts'
import { allowedReportVersion } from './report-limits.ts'
import { findReportHash, findSubmission, storeSubmission } from './store-report.ts'

type Parts = EventLog & {
  db: DatabasePool
  readPrepared: ReadPrepared
  audit: Audit
  limits: Limits
  now: () => Date
}

export type ReportRequest<Body> = {
  bookingId: string
  body: Body
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
}

/**
 * Submits results as values: stores them and records the event; a worker renders the PDF and releases the report. The answer does not
 * wait for that and describes the submission; a repeated request gets the report as soon as it is released.
 * @param isSubjectConfirmed a FHIR message with another name or birth date is the booking's patient all the same
 */
export async function submitReport(
  parts: Parts,
  { bookingId, body, caller, idempotencyKey, requestId }: ReportRequest<SubmittedResults>,
  isSubjectConfirmed = false,
): Promise<HealthReportView> {
  const { db, logDb } = parts
  const { userId } = caller
  const once = onceOnly({ kind: 'report', userId, idempotencyKey, content: [bookingId, body] })
  const { id, requestHash, appendId } = once

  async function find() {
    const stored = await findReportHash(db, id)
    return stored ? { requestHash: stored, view: () => findSubmissionView(id) } : undefined
  }

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const { refused } = await decideBooking(
    parts,
    {
      bookingId,
      appendId,
      caller,
      requestId,
      async beforeAppend(booking) {
        if (!booking) throw new AppError('not-found')
        const { subject, ...results } = readResults(body, await readExpectedParameters(db, booking.lines))
        if (subject) await checkSubject(parts, { booking, subject, caller, reportId: id, isSubjectConfirmed })
        const { customerId } = booking
        await storeSubmission(db, { reportId: id, bookingId, customerId, requestHash, ...results })
      },
    },
    (_, history) =>
      submissionIn(history, id)
        ? undefined
        : { type: 'submitReport', reportId: id, version: allowedReportVersion(parts, history) },
  )
  if (refused) throw new AppError(refused)
  return (await findSubmissionView(id)) ?? once.created(find)

  async function findSubmissionView(id: string): Promise<HealthReportView | undefined> {
    const submitted = submissionIn(await readStreamOf(logDb, 'booking', bookingId), id)
    if (!submitted) return undefined
    const released = await findReportView(parts, id, caller)
    if (released) return released
    const submission = await findSubmission(db, id)
    if (!submission) return undefined
    const booking = await findBooking(parts, bookingId, caller)
    const { reportVersion } = submitted.data
    const { earlier } = await db.one(sql.type(reportRow.pick({ earlier: true }))`
      select ${earlierThan(sql.fragment`${reportVersion}`, sql.fragment`${bookingId}::uuid`)}`)
    const row = {
      ...submission,
      reportId: id,
      reportVersion: reportVersion,
      releasedAt: submitted.at,
      earlier,
    }
    return presentReport(row, unlessLab(caller, await viewBooking(parts, booking)))
  }
}

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>

function submissionIn(history: readonly Recorded<BookingEvent>[], reportId: string): Submitted | undefined {
  return history.find(
    (event): event is Submitted => event.type === 'ReportSubmitted' && event.data.reportId === reportId,
  )
}
