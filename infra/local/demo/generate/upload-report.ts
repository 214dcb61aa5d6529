import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { BookingPlan } from '../booking-steps.ts'
import type { Lab } from '../plan-accounts.ts'
import type { Step } from '../timeline.ts'

/** An empty page, because only the number of the reports matters. */
const emptyPage = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj trailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The lab uploads a PDF an hour after the completion, which releases it. */
export function uploadReport(
  { bookingId, customer }: BookingPlan,
  lab: Lab,
  completedAt: Date,
): Step<BookingCommand> {
  const reportId = appendIdOf('demo', 'report', bookingId, 1)
  const at = new Date(completedAt.getTime() + 3_600_000)
  return {
    at,
    actor: `lab-partner:${lab.id}`,
    command: { type: 'releaseReport', reportId, version: 1 },
    rows: {
      health_report_files: [
        {
          report_id: reportId,
          content_type: 'application/pdf',
          // the text format of bytea
          bytes: `\\x${emptyPage.toString('hex')}`,
          request_hash: reportId,
          created_at: at,
        },
      ],
      health_reports: [
        {
          id: reportId,
          booking_id: bookingId,
          customer_id: customer.id,
          lab_partner_id: lab.labPartnerId,
          version: 1,
          doctor_comments: null,
          is_reviewed: true,
          created_at: at,
        },
      ],
    },
  }
}
