import type { ReportedValue } from '@jaanch/domain/report/values'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Results that came as values, until their PDF is made. */
export type Submission = {
  reportId: string
  bookingId: string
  values: readonly ReportedValue[]
  doctorComments: string | null
  isReviewed: boolean
  /** When the specimen was taken, ISO 8601; null where the sender does not say */
  collectedAt: string | null
  requestHash: string
}

const hashRow = z.object({ request_hash: z.string() })
const submittedRow = z.object({
  booking_id: z.uuid(),
  doctor_comments: z.string().nullable(),
  is_reviewed: z.boolean(),
})
export type SubmittedRow = z.output<typeof submittedRow>

/** @returns the hash of the request whose values are kept under this id: another one's if that came first */
export async function keepSubmission(db: DatabasePool, submission: Submission): Promise<string> {
  const { reportId, bookingId, values, doctorComments, isReviewed, collectedAt, requestHash } = submission
  return db.transaction(async (tx) => {
    const inserted = await tx.query(sql.unsafe`
      insert into report_submissions (report_id, booking_id, doctor_comments, is_reviewed, collected_at, request_hash)
      values (${reportId}, ${bookingId}, ${doctorComments}, ${isReviewed}, ${collectedAt}, ${requestHash})
      on conflict (report_id) do nothing`)
    if (inserted.rowCount > 0) {
      await tx.query(sql.unsafe`
        insert into report_values (report_id, place, code, value)
        select ${reportId}, place, entry ->> 'code', entry -> 'value'
          from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality e (entry, place)`)
    }
    const kept = await tx.one(
      sql.type(hashRow)`select request_hash from report_submissions where report_id = ${reportId}`,
    )
    return kept.request_hash
  })
}

export function findSubmission(db: CommonQueryMethods, reportId: string): Promise<SubmittedRow | null> {
  return db.maybeOne(sql.type(submittedRow)`
    select booking_id, doctor_comments, is_reviewed from report_submissions where report_id = ${reportId}`)
}
