/** The content of a report's PDF, and the queries for it. */

import { type LabAddress, labAddressText } from '@jaanch/account/labs/lab-address'
import { isErased } from '@jaanch/account/users/user-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import { summaryAt } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { type InfantAge, istDate } from '@jaanch/contracts/calendar'
import { labRoleNames, labRoles } from '@jaanch/contracts/staff-roles'
import type { BookingStatus } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import { readStreamOf } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { type ReportVersion, readResultsToCome } from '../page/results-to-come.ts'
import { arrangeReport, type OrderedPackage } from '../page/sections.ts'
import { changesBetween, type ResultChange } from '../results/changes.ts'
import type { StoredResult } from '../results/interpret.ts'
import { collectedAtOf, type ReadResult, readResults } from '../results/table.ts'
import { type NewReport, type Patient, presentPatient, readPatient } from '../table.ts'

/** The content of a report's PDF. Instants are shown in Asia/Kolkata. */
export type ReportContent = {
  lab: { name: string; address: string; licence: string | null }
  patient: {
    name: string
    /** Whole years when the sample was taken; null when the date of birth is not known */
    age: number | null
    /** The age on that day of an infant; null for everybody else */
    infantAge?: InfantAge | null
    sex: Sex
    /** That details were corrected after earlier results; null: none were */
    correction?: string | null
  }
  /** First eight characters of the booking's id, as on the screens */
  bookingShortId: string
  orderNumber: string | null
  /** Names of the ordered tests */
  ordered: string[]
  /** For example: Blood */
  sampleType: string
  collectedAt: Date | null
  receivedAt: Date | null
  reportedAt: Date
  sections: ReportSection[]
  /** Names of tests, and of parameters of others, of which results are to come: with any, the report is partial */
  toCome: string[]
  /** Names of ordered parameters without a result that are not to come */
  notReported: string[]
  doctorComments: string | null
  isReviewed: boolean
  /** The person of the lab who released it, with the role in the lab; null: not recorded, or an admin */
  releasedBy: { name: string; role: string } | null
  /** 1, 2, 3 …: each supersedes the previous one */
  version: number
  /** When the superseded version was released */
  supersededAt: Date | null
  /** Its changes to the version before it; null if that has no results, or there is none */
  changes: ResultChange[] | null
}

export type ReportSection = { title: string; results: ReportResult[] }

/** @property text without the unit */
export type ReportResult = Pick<
  StoredResult,
  'text' | 'flag' | 'interval' | 'isWidest' | 'isForOtherAges'
> & {
  name: string
  unit: string
}

export type SubmittedReport = { content: ReportContent; report: NewReport; requestHash: string }

/** Where and when the values of a report were submitted. */
export type Submitted = { bookingId: string; reportId: string; version: number; position: number; at: Date }

/** Reads what a report shows; undefined if its customer was erased. The booking is as it was when the values were submitted, however late the PDF is made. */
export async function readReportContent(
  pool: pg.Pool,
  submitted: Submitted,
): Promise<SubmittedReport | undefined> {
  const { bookingId, reportId, version } = submitted
  const history = await readStreamOf(pool, 'booking', bookingId)
  const booking = bookingAt(history, submitted.position)
  const submission = await readSubmission(pool, reportId)
  if (!submission) {
    if (await isErased(pool, booking.customerId)) return undefined
    throw new Error(`The report ${reportId} has no submitted values`)
  }
  const lab = await readLab(pool, booking.labPartnerId)
  const patient = submission.patient ?? (await readPatient(pool, booking))
  const results = (await readResults(pool, [reportId])).get(reportId) ?? []
  const collectedAt = collectedAtOf(booking, submission.collectedAt?.toISOString() ?? null)
  const { releasedName, collectedAt: _, requestHash, ...about } = submission
  const { doctorComments, isReviewed, releasedRole } = about
  const on = istDate(collectedAt ?? submitted.at)
  const content: ReportContent = {
    lab,
    patient: presentPatient(patient, on),
    bookingShortId: bookingId.slice(0, 8),
    orderNumber: orderNumberIn(history),
    ordered: booking.lines.map(({ name }) => name),
    ...(await arrangeResults(pool, { reportId, version, booking }, results)),
    collectedAt,
    receivedAt: reached(booking, 'lab-processing'),
    reportedAt: submitted.at,
    doctorComments,
    isReviewed,
    releasedBy: releaserOf(releasedName, releasedRole),
    version,
    supersededAt: releasedAt(history, version - 1),
    changes: changesBetween(await resultsBefore(pool, history, version), results),
  }
  const { customerId, labPartnerId } = booking
  return {
    content,
    report: { id: reportId, bookingId, customerId, labPartnerId, ...about, patient },
    requestHash,
  }
}

/** The person of the lab; an admin is not named. */
function releaserOf(name: string | null, role: string): ReportContent['releasedBy'] {
  const known = labRoles.find((labRole) => labRole === role)
  return name !== null && known ? { name, role: labRoleNames[known] } : null
}

function bookingAt(history: readonly Recorded<BookingEvent>[], position: number): BookingSummary {
  const booking = summaryAt(history, position)
  if (!booking) throw new Error('The report belongs to no booking')
  return booking
}

/** The order number may be assigned after the values are submitted, so later events count too. */
function orderNumberIn(history: readonly Recorded<BookingEvent>[]): string | null {
  return history.find((event) => event.type === 'OrderCreated')?.data.orderNumber ?? null
}

function reached({ timeline }: BookingSummary, status: BookingStatus): Date | null {
  const step = timeline.findLast((each) => each.status === status)
  return step ? new Date(step.at) : null
}

function releasedAt(history: readonly Recorded<BookingEvent>[], version: number): Date | null {
  const event = history.find((each) => each.type === 'ReportReleased' && each.data.reportVersion === version)
  return event?.at ?? null
}

/** The results of the version before it; none without one, or if that was a file. */
async function resultsBefore(
  pool: pg.Pool,
  history: readonly BookingEvent[],
  version: number,
): Promise<readonly ReadResult[]> {
  const before = history
    .filter((event) => event.type === 'ReportSubmitted' || event.type === 'ReportReleased')
    .find(({ data }) => data.reportVersion === version - 1)
  if (!before) return []
  const id = before.data.reportId
  return (await readResults(pool, [id])).get(id) ?? []
}

type ArrangedResults = Pick<ReportContent, 'sections' | 'toCome' | 'notReported' | 'sampleType'>

async function arrangeResults(
  pool: pg.Pool,
  report: ReportVersion,
  results: readonly ReadResult[],
): Promise<ArrangedResults> {
  const toCome = (await readResultsToCome(pool, [report])).get(report.reportId)
  const { lines } = report.booking
  const { ordered, sections, notReported } = await arrangeReport(pool, lines, results, toCome?.codes)
  return {
    toCome: toCome?.names ?? [],
    sections: sections.map(({ title, results }) => ({ title, results: results.map(presentResult) })),
    notReported,
    sampleType: sampleTypeOf(ordered),
  }
}

function presentResult({ parameter, foreignUnit, ...result }: ReadResult): ReportResult {
  const { text, flag, interval, isWidest, isForOtherAges } = result
  const unit = foreignUnit ?? parameter.unit ?? ''
  return { name: parameter.name, unit, text, flag, interval, isWidest, isForOtherAges }
}

/** @returns such as `Whole blood, Serum`; `Blood` when the catalogue names no specimens */
function sampleTypeOf(ordered: readonly OrderedPackage[]): string {
  const named = ordered.flatMap(({ specimens, sampleType }) =>
    specimens.length > 0 ? specimens : [sampleType.charAt(0).toUpperCase() + sampleType.slice(1)],
  )
  return [...new Set(named)].join(', ') || 'Not recorded'
}

type Submission = Omit<NewReport, 'id' | 'bookingId' | 'customerId' | 'labPartnerId' | 'patient'> & {
  collectedAt: Date | null
  requestHash: string
  /** The present name of who released it */
  releasedName: string | null
  /** null: the customer was erased */
  patient: Patient | null
}

/** It is written before its event, and deleted with its customer. */
async function readSubmission(pool: pg.Pool, reportId: string): Promise<Submission | undefined> {
  const { rows } = await pool.query<Submission>(
    `select doctor_comments as "doctorComments", is_reviewed as "isReviewed", collected_at as "collectedAt",
            request_hash as "requestHash", released_by as "releasedBy", released_role as "releasedRole", u.name as "releasedName",
            attachments, patient
       from report_submissions s left join users u on u.id = s.released_by where report_id = $1`,
    [reportId],
  )
  return rows[0]
}

/** An admin can release a report of a booking without a lab; Jaanch is shown instead. */
async function readLab(pool: pg.Pool, id: string | null): Promise<ReportContent['lab']> {
  const { rows } = await pool.query<LabAddress & { name: string; licence: string | null }>(
    'select lab_name as name, lab_license as licence, address, city, state, pincode from lab_partners where id = $1',
    [id],
  )
  const [lab] = rows
  if (!lab) return { name: 'Jaanch', address: '', licence: null }
  return { name: lab.name, licence: lab.licence, address: labAddressText(lab) }
}
