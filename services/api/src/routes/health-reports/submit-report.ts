import type { BookingSummary, OrderLine } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { FhirInput } from '@jaanch/contracts/http/fhir'
import type { HealthReportView, ReportInput } from '@jaanch/contracts/http/health-reports'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { readFhir } from '@jaanch/domain/report/fhir'
import type { LabMessage } from '@jaanch/domain/report/lab-message'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { differenceOf, type Subject } from '@jaanch/domain/report/subject'
import { type Expected, type ReportedValue, type Result, readValues } from '@jaanch/domain/report/values'
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
import { refuseBesideOlderRelease } from '../../reads/older-release.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { decideBooking, findBooking } from '../bookings/command-booking.ts'
import { checkDelta } from './check-delta.ts'
import { planCallOfResults } from './critical-results.ts'
import { endReplacedDraft, writeDraftRow } from './draft-rows.ts'
import { findReleaser } from './releaser.ts'
import { allowedReportVersion } from './report-limits.ts'
import { type NewCriticalCall, storeCriticalCall } from './store-critical-call.ts'
import {
  findReportHash,
  type ReportSubmission,
  type StoredReport,
  type StoredValue,
  storeSubmission,
} from './store-report.ts'
import { findSubmittedView, submissionIn } from './unreleased-report.ts'

/** How far the clock of a laboratory's system, or its time zone, may differ from ours */
const clocksDifferByMs = 24 * 60 * 60_000

/** What the sender says about doubts: that they were looked at */
type Confirmed = { isSubject: boolean; isDelta: boolean }

/** Results from a form, from a FHIR message, or from a message that was read already (HL7). */
type SubmittedResults =
  | (ReportInput & { values: NonNullable<ReportInput['values']> })
  | FhirInput
  | { message: LabMessage }

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
  if ('values' in body) {
    const { doctorComments, isReviewed } = body
    return { values: checkValues(body.values, expected), doctorComments, isReviewed, collectedAt: null }
  }
  const read = 'message' in body ? body.message : readFhir(body.fhir, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  if (read.isPartial || read.withdrawn.length > 0)
    throw new AppError('invalid', 'Send the report when all its results are final, with all of them.')
  const { values, doctorComments, isReviewed, effective, subject } = read
  const collectedAt = effective && new Date(effective).toISOString()
  return { values: checkValues(values, expected), doctorComments, isReviewed, collectedAt, subject }
}

/** @property stored as rows @property read the same, parsed */
type CheckedValues = { stored: StoredValue[]; read: Result[] }

function checkValues(values: readonly ReportedValue[], expected: Expected): CheckedValues {
  const read = readValues(values, expected)
  if ('refused' in read) throw new AppError('invalid', read.refused)
  const stored = read.results.map(({ parameter, method, stored: value, sent }) => ({
    code: parameter.code,
    value,
    method,
    sent,
  }))
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
  /** Whose the key is; missing: the caller's. A message from a laboratory's system is the laboratory's, whoever sends it again */
  keyOf?: string | null
}

/**
 * Submits results as values: stores them and records the event; a worker renders the PDF and releases the report, unless it is a draft that
 * waits for a pathologist of the lab. The answer does not wait for the PDF and describes the submission; a repeated request gets the report
 * as soon as it is released.
 * @param confirmed `isSubject`: a message with another name or birth date is the booking's patient all the same; `isDelta`: results that are
 *   far from the person's last ones were looked at again
 */
export async function submitReport(
  parts: Parts,
  { bookingId, body, caller, idempotencyKey, requestId, keyOf }: ReportRequest<SubmittedResults>,
  confirmed: Confirmed = { isSubject: false, isDelta: false },
): Promise<HealthReportView> {
  const { db } = parts
  const { userId } = caller
  const content = [bookingId, body]
  const once = onceOnly({ kind: 'report', userId: keyOf ?? userId, idempotencyKey, content })
  const { id, requestHash, appendId } = once

  async function find() {
    const stored = await findReportHash(db, id)
    return stored ? { requestHash: stored, view } : undefined
  }
  const view = () => findSubmittedView(parts, bookingId, id, caller)

  const earlier = await once.earlier(find)
  if (earlier) return earlier
  const releaser = await findReleaser(db, caller)
  const { isDraft } = releaser
  if (isDraft) await refuseBesideOlderRelease(parts)
  const found = await findBooking(parts, bookingId, caller)
  // what is not awaited is refused for that, whatever it contains
  const asked = bookingDecider.decide(found, { type: 'submitReport', reportId: id, version: 1 }, parts.now())
  if ('refused' in asked) throw new AppError(asked.refused)
  const given = { booking: found, reportId: id, body, caller, confirmed }
  const { call, ...submission } = await checkSubmission(parts, given)
  let replaced: string | undefined
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
        await storeSubmission(db, {
          reportId: id,
          bookingId,
          customerId,
          requestHash,
          ...submission,
          releaser,
        })
        await storeCriticalCall(db, booking, call)
      },
      ...(isDraft && {
        async writeRows(client, _, booking) {
          if (!booking?.labPartnerId) throw new AppError('not-found')
          const { customerId, labPartnerId } = booking
          // its comments are in the submission
          const unread = { isFile: false, doctorComments: null, isReviewed: false }
          const draft = { reportId: id, bookingId, customerId, labPartnerId, draftedBy: userId }
          await writeDraftRow(client, { ...draft, ...unread }, parts.now())
        },
      }),
    },
    (booking, history) => {
      if (submissionIn(history, id)) return undefined
      replaced = isDraft ? undefined : booking?.draft?.id
      const type = isDraft ? 'draftReport' : 'submitReport'
      const version = allowedReportVersion(parts, history)
      return { type, reportId: id, version, criticalCallId: call?.callId }
    },
  )
  if (refused) throw new AppError(refused)
  await endReplacedDraft(db, replaced, parts.now())
  return (await view()) ?? once.created(find)
}

type Given = {
  booking: BookingSummary
  reportId: string
  body: SubmittedResults
  caller: Caller
  confirmed: Confirmed
}

type Checked = Omit<ReportSubmission, keyof StoredReport | 'releaser'> & { call: NewCriticalCall | undefined }

/** What a submission consists of: checked, interpreted, and compared with the person's last results. @throws AppError */
async function checkSubmission(
  parts: Parts,
  { booking, reportId, body, caller, confirmed }: Given,
): Promise<Checked> {
  const { subject, values, ...rest } = readResults(
    body,
    await readExpectedParameters(parts.db, booking.lines),
  )
  const isSubjectConfirmed = confirmed.isSubject
  if (subject) await checkSubject(parts, { booking, subject, caller, reportId, isSubjectConfirmed })
  // the release before would show a number in a unit that can't be converted as one in the parameter's unit
  if (values.read.some(({ foreignUnit }) => foreignUnit !== null)) await refuseBesideOlderRelease(parts)
  const { collectedAt } = rest
  if (collectedAt !== null) checkCollectedAt(booking, Date.parse(collectedAt), parts.now().getTime())
  const circumstances = { collectedAt, now: parts.now() }
  const interpreted = await interpretResults(parts.logDb, booking, values.read, circumstances)
  const { results } = interpreted
  const compared = { booking, reportId, read: values.read, results, collectedAt, caller }
  await checkDelta(parts, { ...compared, isConfirmed: confirmed.isDelta })
  const call = await planCallOfResults(parts, booking, reportId, { ...interpreted, read: values.read })
  return { ...rest, values: values.stored, results, call }
}

/** The age, and so every interval and limit, is that of the day of the collection. @throws AppError invalid */
function checkCollectedAt({ createdAt }: BookingSummary, collectedAt: number, now: number): void {
  if (collectedAt > now + clocksDifferByMs)
    throw new AppError(
      'invalid',
      'The sample cannot have been collected in the future. Please check the time.',
    )
  if (collectedAt < Date.parse(createdAt) - clocksDifferByMs)
    throw new AppError(
      'invalid',
      'The sample cannot have been collected before the test was booked. Please check the date.',
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
