import { createHash } from 'node:crypto'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Lab } from './accounts.ts'
import type { Plan } from './course.ts'
import type { Step } from './decide-in-order.ts'
import { printReport } from './print-report.ts'

/** What a laboratory sends about a sample. */
export type Results = {
  /** Numbers in the parameter's unit, or its words, by the catalogue's code */
  values: Readonly<Record<string, number | string>>
  doctorComments: string | null
  isReviewed: boolean
}

const minute = 60_000
/** An amended report comes on the next day */
const untilNextVersion = 26 * 60 * minute

/** @returns the lab's results as they came, and the reports that the workers would have made of them */
export function reportSteps(plan: Plan, lab: Lab, completedAt: Date): Step<BookingCommand>[] {
  const { bookingId, reports = [] } = plan
  return reports.flatMap(({ values, doctorComments, isReviewed }, index) => {
    const version = index + 1
    const reportId = appendIdOf('demo', 'report', bookingId, version)
    const submittedAt = new Date(completedAt.getTime() + 6 * minute + index * untilNextVersion)
    const releasedAt = new Date(submittedAt.getTime() + 400)
    const said = { booking_id: bookingId, doctor_comments: doctorComments, is_reviewed: isReviewed }
    const submitted: Step<BookingCommand> = {
      at: submittedAt,
      actor: `lab-partner:${lab.id}`,
      command: { type: 'submitReport', reportId, version },
      rows: {
        report_submissions: [
          {
            ...said,
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
        })),
      },
    }
    const released: Step<BookingCommand> = {
      at: releasedAt,
      actor: 'system:reports',
      command: { type: 'releaseReport', reportId, version },
      before: (pool) => printReport(pool, bookingId, reportId),
      rows: {
        health_reports: [
          {
            ...said,
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
