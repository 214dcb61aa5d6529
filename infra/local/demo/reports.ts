import { createHash } from 'node:crypto'
import type { BookingSummary } from '@jaanch/contracts/booking'
import type { LabRole } from '@jaanch/contracts/staff-roles'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { summarise } from '@jaanch/domain/booking/evolve'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { type ReportedValue, readValues } from '@jaanch/domain/report/values'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { readStreamOf } from '@jaanch/eventlog/read'
import { inTransaction } from '@jaanch/platform/postgres'
import type { Patient } from '@jaanch/storage/reports'
import { interpretResults } from '@jaanch/storage/results'
import type pg from 'pg'
import { type Booked, patientOf } from './patient-of.ts'
import { type Account, type Lab, reportedLabOf } from './plan-accounts.ts'
import { type Step, writeBatch } from './timeline.ts'

/** The results that a laboratory submits. */
export type Results = {
  /** By the catalogue's parameter code: numbers in the parameter's unit, or texts */
  values: Readonly<Record<string, number | string>>
  /** How all of them were measured, as the lab names it */
  method?: string
  doctorComments: string | null
  isReviewed: boolean
}

/** Results that wait for the signature. @property returned why the pathologist sent them back */
export type Draft = { results: Results; returned?: string }

/** Who drafts the reports of a lab, and who signs them */
export type Signers = { technician: Account; pathologist: Account }

/** @property signers undefined: the owner of the lab releases its reports */
export type ReportMakers = { lab: Lab; signers?: Signers | undefined }

type Plan = Booked & { bookingId: string; reports?: readonly Results[]; draft?: Draft }
type Report = {
  bookingId: string
  reportId: string
  patient: Patient
  version: number
  results: Results
  at: Date
}
type Release = { released_by: string | null; released_role: LabRole | null }
type DraftEnd = { at: Date; outcome: 'signed' } | { at: Date; outcome: 'returned'; reason: string }

const minute = 60_000
/** An amended report is submitted on the next day */
const untilNextVersion = 26 * 60 * minute

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

function reportOf(plan: Plan, version: number, results: Results, at: Date): Report {
  const { bookingId } = plan
  const reportId = appendIdOf('demo', 'report', bookingId, version)
  return { bookingId, reportId, patient: patientOf(plan), version, results, at }
}

/**
 * @returns for each version the submission of the results, by the owner or by a pathologist who signs a draft, and the release of the
 *   report by the workers
 */
export function reportSteps(
  plan: Plan,
  { lab, signers }: ReportMakers,
  completedAt: Date,
): Step<BookingCommand>[] {
  const { bookingId, customer, reports = [] } = plan
  return reports.flatMap((results, index) => {
    const at = later(completedAt, 6 * minute + index * untilNextVersion)
    const report = reportOf(plan, index + 1, results, at)
    const { reportId, version, patient } = report
    const release: Release = signers
      ? { released_by: signers.pathologist.id, released_role: 'pathologist' }
      : { released_by: lab.id, released_role: 'owner' }
    const submitted = signers ? signedSteps(report, lab, signers, release) : [ownerStep(report, lab, release)]
    const releasedAt = later(submitted.at(-1)?.at ?? at, 400)
    const released: Step<BookingCommand> = {
      at: releasedAt,
      actor: 'system:reports',
      command: { type: 'releaseReport', reportId, version },
      before: (pool) => storeReport(pool, bookingId, reportId),
      rows: {
        health_reports: [
          {
            ...{ booking_id: bookingId, ...commentsOf(results), ...release },
            id: reportId,
            customer_id: customer.id,
            lab_partner_id: lab.labPartnerId,
            version,
            patient,
            lab: reportedLabOf(lab),
            created_at: releasedAt,
          },
        ],
      },
    }
    return [...submitted, released]
  })
}

/** @returns the draft of a booking in processing, and its return. @throws Error if nobody of the lab signs */
export function draftSteps(
  plan: Plan,
  { lab, signers }: ReportMakers,
  processedAt: Date,
): Step<BookingCommand>[] {
  if (!plan.draft) return []
  if (!signers) throw new Error(`${lab.name} has no pathologist who signs drafts`)
  const { results, returned } = plan.draft
  const report = reportOf(plan, 1, results, later(processedAt, 35 * minute))
  const unreleased = { released_by: null, released_role: null }
  if (!returned) return [draftStep(report, lab, signers, unreleased)]
  const at = later(report.at, 25 * minute)
  return [
    draftStep(report, lab, signers, unreleased, { at, outcome: 'returned', reason: returned }),
    {
      at,
      actor: `lab-partner:${signers.pathologist.id}`,
      command: { type: 'returnReport', reportId: report.reportId },
    },
  ]
}

function ownerStep(report: Report, lab: Lab, release: Release): Step<BookingCommand> {
  const { reportId, version, at } = report
  return {
    at,
    actor: `lab-partner:${lab.id}`,
    command: { type: 'submitReport', reportId, version },
    before: (pool) => storeValues(pool, report, release),
  }
}

function signedSteps(report: Report, lab: Lab, signers: Signers, release: Release): Step<BookingCommand>[] {
  const at = later(report.at, 14 * minute)
  return [
    draftStep(report, lab, signers, release, { at, outcome: 'signed' }),
    {
      at,
      actor: `lab-partner:${signers.pathologist.id}`,
      command: { type: 'signReport', reportId: report.reportId, isFile: false },
    },
  ]
}

/** Its rows are written as they are after the end of the draft. @param end undefined: it waits */
function draftStep(
  report: Report,
  { labPartnerId }: Lab,
  { technician, pathologist }: Signers,
  release: Release,
  end?: DraftEnd,
): Step<BookingCommand> {
  const { bookingId, reportId, version, patient, at } = report
  const returned = end?.outcome === 'returned' ? end : undefined
  return {
    at,
    actor: `lab-partner:${technician.id}`,
    command: { type: 'draftReport', reportId, version },
    before: (pool) => storeValues(pool, report, release),
    rows: {
      report_drafts: [
        {
          report_id: reportId,
          booking_id: bookingId,
          lab_partner_id: labPartnerId,
          // the comments are in the submission
          ...{ is_file: false, doctor_comments: null, is_reviewed: false },
          drafted_by: technician.id,
          patient,
          created_at: at,
          ended_at: end?.at ?? null,
          outcome: end?.outcome ?? null,
          returned_by: returned ? pathologist.id : null,
          return_reason: returned?.reason ?? null,
        },
      ],
    },
  }
}

function commentsOf({ doctorComments, isReviewed }: Results) {
  return { doctor_comments: doctorComments, is_reviewed: isReviewed }
}

/** As the API does before the event: the values are stored with what they mean. */
async function storeValues(pool: pg.Pool, report: Report, release: Release): Promise<void> {
  const { bookingId, reportId, patient, version, results, at } = report
  const { values, method } = results
  const rows = {
    report_submissions: [
      {
        ...{ booking_id: bookingId, ...commentsOf(results), ...release },
        report_id: reportId,
        request_hash: hashOf([bookingId, version, values]),
        patient,
        created_at: at,
      },
    ],
    report_values: Object.entries(values).map(([code, value], place) => ({
      report_id: reportId,
      place: place + 1,
      code,
      value,
      method: method ?? null,
    })),
  }
  await inTransaction(pool, (client) => writeBatch(client, [{ at, rows }]))
  await interpretValues(pool, bookingId, reportId)
}

function hashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

/** The intervals are rows, which the plan does not know. */
async function interpretValues(pool: pg.Pool, bookingId: string, reportId: string): Promise<void> {
  const booking = (await readStreamOf(pool, 'booking', bookingId)).reduce<BookingSummary | undefined>(
    summarise,
    undefined,
  )
  if (!booking) throw new Error(`The report ${reportId} belongs to no booking`)
  const { rows } = await pool.query<ReportedValue & { parameter: Parameter }>(
    `select v.code, v.value, v.method, d.definition as parameter
       from report_values v join parameter_definitions d on d.code = v.code
      where v.report_id = $1 order by v.place`,
    [reportId],
  )
  const parameters = new Map(rows.map(({ code, parameter }) => [code, parameter]))
  const read = readValues(rows, { parameters, ordered: new Set() })
  if ('refused' in read) throw new Error(read.refused)
  const { results } = await interpretResults(pool, booking, read.results, {
    collectedAt: null,
    now: new Date(),
  })
  await pool.query(
    `update report_values v set result = r.result
       from unnest($2::text[], $3::jsonb[]) as r (code, result)
      where v.report_id = $1 and v.code = r.code`,
    [reportId, rows.map(({ code }) => code), results.map((result) => JSON.stringify(result))],
  )
}

/**
 * Stores the PDF of a report whose values were submitted, made by the workers' own code.
 * @throws Error when the values were not submitted
 */
async function storeReport(pool: pg.Pool, bookingId: string, reportId: string): Promise<void> {
  // imported only when a report is made: pdfkit and the fonts take 0.4 s to load, and most starts make none
  const [{ readReportContent }, { renderReport }, { storeReportFile }] = await Promise.all([
    import('@jaanch/workers/reports/read-report-content'),
    import('@jaanch/workers/reports/render-report'),
    import('@jaanch/workers/reports/store-report-file'),
  ])
  for (const event of await readStreamOf(pool, 'booking', bookingId)) {
    if (event.type !== 'ReportSubmitted' || event.data.reportId !== reportId) continue
    const { position, at, data } = event
    const submitted = { bookingId, reportId, version: data.reportVersion, position, at }
    const read = await readReportContent(pool, submitted)
    // by somebody who was erased meanwhile
    if (!read) return
    await storeReportFile(pool, read.report, await renderReport(read.content), read.requestHash)
    return
  }
  throw new Error(`No values were submitted for the report ${reportId}`)
}
