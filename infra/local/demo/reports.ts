import { createHash } from 'node:crypto'
import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { summarise } from '@jaanch/domain/booking/evolve'
import type { Parameter } from '@jaanch/domain/report/parameter'
import { type ReportedValue, readValues } from '@jaanch/domain/report/values'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { readStreamOf } from '@jaanch/eventlog/read'
import { interpretResults } from '@jaanch/storage/results'
import type pg from 'pg'
import type { Lab } from './plan-accounts.ts'
import type { Step } from './timeline.ts'

/** The results that a laboratory submits. */
export type Results = {
  /** By the catalogue's parameter code: numbers in the parameter's unit, or texts */
  values: Readonly<Record<string, number | string>>
  /** How all of them were measured, as the lab names it */
  method?: string
  doctorComments: string | null
  isReviewed: boolean
}

const minute = 60_000
/** An amended report is submitted on the next day */
const untilNextVersion = 26 * 60 * minute

/** @returns the submission of the results and the release of the report by the workers, for each version */
export function reportSteps(
  plan: { bookingId: string; customer: { id: string }; reports?: readonly Results[] },
  lab: Lab,
  completedAt: Date,
): Step<BookingCommand>[] {
  const { bookingId, reports = [] } = plan
  return reports.flatMap(({ values, method, doctorComments, isReviewed }, index) => {
    const version = index + 1
    const reportId = appendIdOf('demo', 'report', bookingId, version)
    const submittedAt = new Date(completedAt.getTime() + 6 * minute + index * untilNextVersion)
    const releasedAt = new Date(submittedAt.getTime() + 400)
    const report = {
      ...{ booking_id: bookingId, doctor_comments: doctorComments, is_reviewed: isReviewed },
      ...{ released_by: lab.id, released_role: 'owner' },
    }
    const submitted: Step<BookingCommand> = {
      at: submittedAt,
      actor: `lab-partner:${lab.id}`,
      command: { type: 'submitReport', reportId, version },
      rows: {
        report_submissions: [
          {
            ...report,
            report_id: reportId,
            request_hash: hashOf([bookingId, version, values]),
            created_at: submittedAt,
          },
        ],
        report_values: Object.entries(values).map(([code, value], place) => ({
          report_id: reportId,
          place: place + 1,
          code,
          value,
          method: method ?? null,
        })),
      },
    }
    const released: Step<BookingCommand> = {
      at: releasedAt,
      actor: 'system:reports',
      command: { type: 'releaseReport', reportId, version },
      before: (pool) => storeReport(pool, bookingId, reportId),
      rows: {
        health_reports: [
          {
            ...report,
            id: reportId,
            customer_id: plan.customer.id,
            lab_partner_id: lab.labPartnerId,
            version,
            created_at: releasedAt,
          },
        ],
      },
    }
    return [submitted, released]
  })
}

function hashOf(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

/** As the API does when a report is submitted. The intervals are rows, which the plan does not know. */
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
    await interpretValues(pool, bookingId, reportId)
    const read = await readReportContent(pool, submitted)
    // by somebody who was erased meanwhile
    if (!read) return
    await storeReportFile(pool, read.report, await renderReport(read.content), read.requestHash)
    return
  }
  throw new Error(`No values were submitted for the report ${reportId}`)
}
