import { setTimeout } from 'node:timers/promises'
import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { FhirInput } from '@jaanch/contracts/http/fhir'
import type { HealthReportView, ReportInput } from '@jaanch/contracts/http/health-reports'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { nextReportVersion } from '@jaanch/domain/booking/report-version'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { readStream } from '@jaanch/eventlog/read'
import { sql } from 'slonik'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { earlierThan, presentReport, reportRow } from '../../read-models/health-reports.ts'
import { answerBooking } from '../bookings/commanding.ts'
import { expectedOf } from './expected.ts'
import { answerReport, seenBooking } from './finding.ts'
import { hashOfKept } from './keeping.ts'
import { readResults } from './results.ts'
import { findSubmission, keepSubmission } from './submissions.ts'

/** How long an answer waits for the report to be printed, ms. It takes a quarter of a second where a worker is free. */
const patience = 3_000
const every = 50

export type SubmittedResults = (ReportInput & { values: NonNullable<ReportInput['values']> }) | FhirInput

export type Submitting = {
  bookingId: string
  body: SubmittedResults
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
}

/**
 * Takes results as values: keeps them, records that they came, and leaves the printing to the workers. The answer waits a
 * little for that, so that the report it names can be opened; where it takes longer, the report follows by itself.
 */
export async function submitReport(context: Context, submitting: Submitting): Promise<HealthReportView> {
  const { db, logDb } = context
  const { bookingId, body, caller, idempotencyKey } = submitting
  const id = newIdFor('report', caller.userId, idempotencyKey)
  const requestHash = hashOfBody([bookingId, body])
  const known = await hashOfKept(db, id)
  if (known !== undefined && known !== requestHash) throw new AppError('key-reused')

  const stream = streamId('booking', bookingId)
  const decide = deciding(context, id, caller)
  const history = await readStream(logDb, stream)
  const booking = seenBooking(history, caller)
  if (decide(history).length > 0) {
    const results = readResults(body, await expectedOf(db, booking))
    const kept = await keepSubmission(db, { reportId: id, bookingId, requestHash, ...results })
    if (kept !== requestHash) throw new AppError('key-reused')
    await decideAndAppend({
      appender: context.appender,
      db: logDb,
      id: newIdFor('release', caller.userId, idempotencyKey),
      streamId: stream,
      actor: actorOf(caller),
      correlationId: submitting.requestId,
      decide,
    })
  }
  const answer = (await untilPrinted(context, id, caller)) ?? (await answerSubmission(context, id, bookingId))
  if (!answer) throw new AppError('conflict')
  return answer
}

/** Submits the report as the next version, once. */
function deciding({ now }: Context, reportId: string, caller: Caller) {
  return (history: readonly Recorded[]): readonly BookingEvent[] => {
    const booking = seenBooking(history, caller)
    if (submissionIn(history, reportId)) return []
    const version = nextReportVersion(history as readonly BookingEvent[])
    const decision = bookingDecider.decide(booking, { type: 'submitReport', reportId, version }, now())
    if ('refused' in decision) throw new AppError(decision.refused)
    return decision.events
  }
}

type Submission = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>

function submissionIn(history: readonly Recorded[], reportId: string): Submission | undefined {
  return history.find(
    (event): event is Submission => event.type === 'ReportSubmitted' && event.data.reportId === reportId,
  )
}

async function untilPrinted(
  context: Context,
  reportId: string,
  caller: Caller,
): Promise<HealthReportView | undefined> {
  for (const deadline = Date.now() + patience; ; ) {
    const report = await answerReport(context, reportId, caller)
    if (report || Date.now() > deadline) return report
    await setTimeout(every)
  }
}

/** What can be said of a report before it is printed. */
async function answerSubmission(
  context: Context,
  reportId: string,
  bookingId: string,
): Promise<HealthReportView | undefined> {
  const event = submissionIn(await readStream(context.logDb, streamId('booking', bookingId)), reportId)
  const submission = await findSubmission(context.db, reportId)
  const booking = await answerBooking(context, bookingId)
  if (!event || !submission || !booking) return undefined
  const { reportVersion } = event.data
  const { doctor_comments, is_reviewed } = submission
  const { earlier } = await context.db.one(sql.type(reportRow.pick({ earlier: true }))`
    select ${earlierThan(sql.fragment`${reportVersion}`, sql.fragment`${bookingId}::uuid`)}`)
  return presentReport(
    {
      report_id: reportId,
      report_version: reportVersion,
      doctor_comments,
      is_reviewed,
      released_at: event.at,
      earlier,
    },
    booking,
  )
}
