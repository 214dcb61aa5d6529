/** The reports of bookings: their rows and commands, and the PDFs. */
import { createHash } from 'node:crypto'
import type { BookingCommand } from '@jaanch/booking/decider'
import { type ReferenceInterval, whoIs } from '@jaanch/catalogue/parameters/interval'
import { intervalRows } from '@jaanch/catalogue/plan-change'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import { istDate } from '@jaanch/contracts/calendar'
import type { LabRole } from '@jaanch/contracts/staff-roles'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { interpret, storedResult } from '@jaanch/report/results/interpret'
import { readValues } from '@jaanch/report/results/values'
import type pg from 'pg'
import { type Account, type Lab, patientOf, reportedLabOf } from './accounts.ts'
import type { BookingPlan } from './booking-plan.ts'
import type { Results } from './data.ts'
import { byteaOf, type Row, type Step, type TimelineEntry } from './timeline.ts'

/** The people of a lab who draft and who sign its reports */
export type Signers = { technician: Account; pathologist: Account }
type Makers = { lab: Lab; signers?: Signers | undefined }
type Release = { released_by: string; released_role: LabRole }
type Ending = { at: Date; outcome: 'signed' | 'returned'; returned_by?: string; return_reason?: string }

type Report = Makers & {
  plan: BookingPlan
  reportId: string
  version: number
  results: Results
  /** When the results were submitted or drafted */
  at: Date
  collectedAt: Date
  /** null: nobody has released it */
  release: Release | null
}

const minute = 60_000
const noFile = Buffer.alloc(0)
/** An amended report is submitted on the next day */
const untilNextVersion = 26 * 60 * minute
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

const starter = readStarter()
const parameters = new Map(starter.parameters.map((each) => [each.code, each]))
const intervals = intervalRows(starter)
  .filter(({ is_active }) => is_active)
  .map((row): ReferenceInterval => {
    const { age_from: ageFrom, age_to: ageTo, valid_from: validFrom } = row
    return { ...row, ageFrom, ageTo, validFrom, validTo: null, labPartnerId: null }
  })

export function reportOf(
  plan: BookingPlan,
  version: number,
  rest: Omit<Report, 'plan' | 'version' | 'reportId'>,
): Report {
  const reportId = appendIdOf('demo', 'report', plan.bookingId, version)
  return { plan, version, reportId, ...rest }
}

/**
 * @returns for each version the submission of the results, by the owner or by a pathologist who signs a draft, and the release of the
 *   report by the workers
 */
export function reportSteps(
  plan: BookingPlan,
  { lab, signers }: Makers,
  { collectedAt, completedAt }: { collectedAt: Date; completedAt: Date },
): Step<BookingCommand>[] {
  const { reports = [] } = plan
  const release: Release = signers
    ? { released_by: signers.pathologist.id, released_role: 'pathologist' }
    : { released_by: lab.id, released_role: 'owner' }
  return reports.flatMap((results, index): Step<BookingCommand>[] => {
    const at = later(completedAt, 6 * minute + index * untilNextVersion)
    const report = reportOf(plan, index + 1, { lab, signers, results, at, collectedAt, release })
    const { reportId, version } = report
    const submittedAt = signers ? later(at, 14 * minute) : at
    const submitted: Step<BookingCommand>[] = signers
      ? [
          draftStep(report, signers, { at: submittedAt, outcome: 'signed' }),
          {
            at: submittedAt,
            actor: `lab-partner:${signers.pathologist.id}`,
            command: { type: 'signReport', reportId, isFile: false },
          },
        ]
      : [
          {
            at,
            actor: `lab-partner:${lab.id}`,
            command: { type: 'submitReport', reportId, version },
            rows: submissionRows(report),
          },
        ]
    // storeReportFiles makes the file
    const released = { at: later(submittedAt, 400), actor: 'system:reports', bytes: noFile }
    return [...submitted, releaseStep(report, released)]
  })
}

/** The release of a report, with its row and its file. */
export function releaseStep(
  report: Report,
  { at, actor, bytes }: { at: Date; actor: string; bytes: Buffer },
): Step<BookingCommand> {
  const { plan, lab, reportId, version, results, release } = report
  const file = {
    report_id: reportId,
    booking_id: plan.bookingId,
    content_type: 'application/pdf',
    bytes: byteaOf(bytes),
    request_hash: requestHashOf(report),
    created_at: at,
  }
  const row = {
    id: reportId,
    booking_id: plan.bookingId,
    customer_id: plan.customer.id,
    lab_partner_id: lab.labPartnerId,
    version,
    ...commentsOf(results),
    ...release,
    patient: patientOf(plan),
    lab: reportedLabOf(lab),
    created_at: at,
  }
  const command = { type: 'releaseReport', reportId, version } as const
  return { at, actor, command, rows: { health_report_files: [file], health_reports: [row] } }
}

/** @returns the draft of a booking in processing, and its return. @throws Error if nobody of the lab signs */
export function draftSteps(
  plan: BookingPlan,
  { lab, signers }: Makers,
  { collectedAt, processedAt }: { collectedAt: Date; processedAt: Date },
): Step<BookingCommand>[] {
  if (!plan.draft) return []
  if (!signers) throw new Error(`${lab.name} has no pathologist who signs drafts`)
  const { results, returned } = plan.draft
  const at = later(processedAt, 35 * minute)
  const report = reportOf(plan, 1, { lab, signers, results, at, collectedAt, release: null })
  if (!returned) return [draftStep(report, signers)]
  const { id } = signers.pathologist
  const returnedAt = later(at, 25 * minute)
  const ending = { at: returnedAt, outcome: 'returned', returned_by: id, return_reason: returned } as const
  return [
    draftStep(report, signers, ending),
    {
      at: returnedAt,
      actor: `lab-partner:${id}`,
      command: { type: 'returnReport', reportId: report.reportId },
    },
  ]
}

/** Its rows are written as they are after the end of the draft. @param ending undefined: it waits */
function draftStep(report: Report, { technician }: Signers, ending?: Ending): Step<BookingCommand> {
  const { plan, lab, reportId, version, at } = report
  const row = {
    report_id: reportId,
    booking_id: plan.bookingId,
    lab_partner_id: lab.labPartnerId,
    // the comments are in the submission
    ...{ is_file: false, doctor_comments: null, is_reviewed: false },
    drafted_by: technician.id,
    patient: patientOf(plan),
    created_at: at,
    ended_at: ending?.at ?? null,
    outcome: ending?.outcome ?? null,
    returned_by: ending?.returned_by ?? null,
    return_reason: ending?.return_reason ?? null,
  }
  return {
    at,
    actor: `lab-partner:${technician.id}`,
    command: { type: 'draftReport', reportId, version },
    rows: { ...submissionRows(report), report_drafts: [row] },
  }
}

function commentsOf({ doctorComments, isReviewed }: Results) {
  return { doctor_comments: doctorComments ?? null, is_reviewed: isReviewed ?? false }
}

function requestHashOf({ plan, version, results }: Report): string {
  const request = JSON.stringify([plan.bookingId, version, results.values])
  return createHash('sha256').update(request).digest('hex')
}

/** The values with what they mean, as the API stores them before the event. */
function submissionRows(report: Report): NonNullable<TimelineEntry['rows']> {
  const { plan, reportId, results, at, release } = report
  const submission = {
    report_id: reportId,
    booking_id: plan.bookingId,
    request_hash: requestHashOf(report),
    ...commentsOf(results),
    released_by: release?.released_by ?? null,
    released_role: release?.released_role ?? null,
    patient: patientOf(plan),
    created_at: at,
  }
  return { report_submissions: [submission], report_values: valueRows(report) }
}

function valueRows({ plan, lab, reportId, results, collectedAt }: Report): Row[] {
  const { values, method = null } = results
  const reported = Object.entries(values).map(([code, value]) => ({ code, value, method }))
  const on = istDate(collectedAt)
  const who = whoIs(patientOf(plan), on)
  const circumstances = { on, labPartnerId: lab.labPartnerId, method }
  const read = readValues(reported, { parameters, ordered: new Set() })
  return read.map(({ parameter, reading, stored }, index) => ({
    report_id: reportId,
    place: index + 1,
    code: parameter.code,
    value: stored,
    method,
    result: storedResult(reading, interpret(parameter, reading, who, intervals, circumstances)),
  }))
}

/** Makes the PDFs of the reports that the timeline has written, by the workers' own code. A call after a kill makes those that are missing. */
export async function storeReportFiles(pool: pg.Pool): Promise<void> {
  // imported only when the demo is loaded: pdfkit and the fonts take 0.4 s
  const [{ readReportContent }, { renderReport }] = await Promise.all([
    import('@jaanch/report/pdf/report-content'),
    import('@jaanch/report/pdf/render-report'),
  ])
  const { rows } = await pool.query<{
    bookingId: string
    reportId: string
    version: number
    position: string
    at: Date
  }>(
    `select h.booking_id as "bookingId", h.id as "reportId", h.version, e.position, e.at
       from health_report_files f join health_reports h on h.id = f.report_id join log.events e
         on e.stream_id = 'booking-' || h.booking_id and e.type = 'ReportSubmitted' and e.data ->> 'reportId' = h.id::text
      where f.bytes = $1`,
    [noFile],
  )
  for (const { position, ...submitted } of rows) {
    const read = await readReportContent(pool, { ...submitted, position: Number(position) })
    if (!read) throw new Error(`The report ${submitted.reportId} has no values`)
    const pdf = await renderReport(read.content)
    await pool.query('update health_report_files set bytes = $2 where report_id = $1', [
      submitted.reportId,
      pdf,
    ])
  }
}
