import type { BookingSummary, OrderLine } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { FhirInput } from '@jaanch/contracts/http/fhir'
import type { HealthReportView, ReportInput } from '@jaanch/contracts/http/health-reports'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { readFhir } from '@jaanch/domain/report/fhir'
import { differenceOf, type Subject } from '@jaanch/domain/report/fhir-subject'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { type Expected, type ReportedValue, type Result, readValues } from '@jaanch/domain/report/values'
import { readStreamOf } from '@jaanch/eventlog/read'
import { readPatient } from '@jaanch/storage/reports'
import { interpretResults } from '@jaanch/storage/results'
import type pg from 'pg'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { EventLog } from '../../event-log.ts'
import { onceOnly } from '../../http/idempotency.ts'
import type { Limits } from '../../limits/limits.ts'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { earlierThan, presentReport, reportRow } from '../../read-models/health-reports.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { decideBooking, findBooking, viewBooking } from '../bookings/command-booking.ts'
import { checkDelta } from './check-delta.ts'
import { planCallOfResults } from './critical-results.ts'
import { findReportView } from './find-report.ts'
import { allowedReportVersion } from './report-limits.ts'
import { type NewCriticalCall, storeCriticalCall } from './store-critical-call.ts'
import {
  findReportHash,
  findSubmission,
  type ReportSubmission,
  type StoredReport,
  storeSubmission,
} from './store-report.ts'

/** What the sender says about doubts: that they were looked at */
type Confirmed = { isSubject: boolean; isDelta: boolean }

type SubmittedResults = (ReportInput & { values: NonNullable<ReportInput['values']> }) | FhirInput

type Results = Pick<ReportSubmission, 'doctorComments' | 'isReviewed' | 'collectedAt'> & {
  values: CheckedValues
  /** Whom a FHIR message is about */
  subject?: Subject
}

const definitionRow = z.object({ definition: z.custom<Parameter>() })
const codesRow = z.object({ codes: z.array(z.string()) })

/** The parameters that a report may contain: those of the ordered packages, or all if a package does not list its own. */
export async function readExpectedParameters(
  db: CommonQueryMethods,
  lines: readonly OrderLine[],
): Promise<Expected> {
  const ids = lines.map(({ packageId }) => packageId)
  const definitions = await db.any(sql.type(definitionRow)`select definition from parameter_definitions`)
  const packages = await db.any(sql.type(codesRow)`
    select parameter_codes as codes from packages where id = any(${sql.array(ids, 'uuid')})`)
  const isKnown = packages.length > 0 && packages.every(({ codes }) => codes.length > 0)
  return {
    parameters: new Map(definitions.map(({ definition }) => [definition.code, definition])),
    ordered: new Set(isKnown ? packages.flatMap(({ codes }) => codes) : []),
  }
}

/** Reads results in either form. @throws AppError invalid with a sentence about the first error */
function readResults(body: SubmittedResults, expected: Expected): Results {
  if (!('fhir' in body)) {
    const { doctorComments, isReviewed } = body
    return { values: checkValues(body.values, expected), doctorComments, isReviewed, collectedAt: null }
  }
  const read = readFhir(body.fhir, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  const { values, doctorComments, isReviewed, effective, subject } = read
  const collectedAt = effective && new Date(effective).toISOString()
  return { values: checkValues(values, expected), doctorComments, isReviewed, collectedAt, subject }
}

/** @property stored as rows @property read the same, parsed */
type CheckedValues = { stored: ReportedValue[]; read: Result[] }

/** Numbers are stored as they were sent, texts in the spelling of their parameter. */
function checkValues(values: readonly ReportedValue[], expected: Expected): CheckedValues {
  const read = readValues(values, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  const stored = read.results.map(({ parameter, reading, method }, index) => {
    const value = values[index]?.value
    return { code: parameter.code, value: typeof value === 'number' ? value : reading.text, method }
  })
  return { stored, read: read.results }
}

type Parts = EventLog & {
  db: DatabasePool
  readPrepared: ReadPrepared
  audit: Audit
  limits: Limits
  modelVersion: number
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
 * @param confirmed `isSubject`: a FHIR message with another name or birth date is the booking's patient all the same; `isDelta`: results
 *   that are far from the person's last ones were looked at again
 */
export async function submitReport(
  parts: Parts,
  { bookingId, body, caller, idempotencyKey, requestId }: ReportRequest<SubmittedResults>,
  confirmed: Confirmed = { isSubject: false, isDelta: false },
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
  const found = await findBooking(parts, bookingId, caller)
  // what is not awaited is refused for that, whatever it contains
  const asked = bookingDecider.decide(found, { type: 'submitReport', reportId: id, version: 1 }, parts.now())
  if ('refused' in asked) throw new AppError(asked.refused)
  const { call, ...submission } = await checkSubmission(parts, {
    booking: found,
    reportId: id,
    body,
    caller,
    confirmed,
  })
  const { refused } = await decideBooking(
    parts,
    {
      bookingId,
      appendId,
      caller,
      requestId,
      async beforeAppend(booking) {
        if (!booking) throw new AppError('not-found')
        const { customerId } = booking
        await storeSubmission(db, { reportId: id, bookingId, customerId, requestHash, ...submission })
        await storeCriticalCall(db, booking, call)
      },
    },
    (_, history) =>
      submissionIn(history, id)
        ? undefined
        : {
            type: 'submitReport',
            reportId: id,
            version: allowedReportVersion(parts, history),
            criticalCallId: call?.callId,
          },
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

type Given = {
  booking: BookingSummary
  reportId: string
  body: SubmittedResults
  caller: Caller
  confirmed: Confirmed
}

/** What a submission consists of: checked, interpreted, and compared with the person's last results. @throws AppError */
async function checkSubmission(
  parts: Parts,
  { booking, reportId, body, caller, confirmed }: Given,
): Promise<Omit<ReportSubmission, keyof StoredReport> & { call: NewCriticalCall | undefined }> {
  const { subject, values, ...rest } = readResults(
    body,
    await readExpectedParameters(parts.db, booking.lines),
  )
  if (subject)
    await checkSubject(parts, { booking, subject, caller, reportId, isSubjectConfirmed: confirmed.isSubject })
  const { collectedAt } = rest
  const circumstances = { collectedAt, now: parts.now() }
  const interpreted = await interpretResults(parts.logDb, booking, values.read, circumstances)
  const { results } = interpreted
  const { read } = values
  await checkDelta(parts, {
    booking,
    reportId,
    read,
    results,
    collectedAt,
    caller,
    isConfirmed: confirmed.isDelta,
  })
  const call = await planCallOfResults(parts, booking, reportId, { ...interpreted, read })
  return { ...rest, values: values.stored, results, call }
}

type Submitted = Extract<Recorded<BookingEvent>, { type: 'ReportSubmitted' }>

function submissionIn(history: readonly Recorded<BookingEvent>[], reportId: string): Submitted | undefined {
  return history.find(
    (event): event is Submitted => event.type === 'ReportSubmitted' && event.data.reportId === reportId,
  )
}

type Check = {
  booking: BookingSummary
  subject: Subject
  caller: Caller
  reportId: string
  isSubjectConfirmed: boolean
}

/**
 * A report of somebody else must not reach the booking's patient. A confirmed difference, such as a name before a marriage, is in the
 * audit trail.
 * @throws AppError subject-differs, saying what differs and neither of the two
 */
async function checkSubject(
  { logDb, audit }: { logDb: pg.Pool; audit: Audit },
  { booking, subject, caller, reportId, isSubjectConfirmed }: Check,
): Promise<void> {
  const difference = differenceOf(subject, await readPatient(logDb, booking))
  if (difference === undefined) return
  if (!isSubjectConfirmed) throw new AppError('subject-differs', difference)
  await audit.record({
    action: 'report-subject-confirmed',
    actor: actorOf(caller),
    userId: booking.customerId,
    object: `health-report:${reportId}`,
    details: { bookingId: booking.bookingId },
  })
}
