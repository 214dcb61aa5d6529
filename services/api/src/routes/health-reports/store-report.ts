/**
 * The rows of a report that are written before its event: the file, or the values until a worker rendered the file. Rows of
 * the same request become new again: those without an event are collected after a day, and the event follows now.
 */
import { AppError } from '@jaanch/contracts/errors'
import type { ReportedValue } from '@jaanch/domain/report/values'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { ReceivedFile } from '../../files/receive-file.ts'

export type ReportSubmission = {
  reportId: string
  bookingId: string
  values: readonly ReportedValue[]
  doctorComments: string | null
  isReviewed: boolean
  /** When the specimen was collected, ISO 8601; null if the request does not contain it */
  collectedAt: string | null
  requestHash: string
}

const hashRow = z.object({ requestHash: z.string() })
const submissionRow = z.object({ doctorComments: z.string().nullable(), isReviewed: z.boolean() })
export type SubmissionRow = z.output<typeof submissionRow>

/** @returns the hash of the request whose file or values are stored under this id */
export async function findReportHash(db: CommonQueryMethods, reportId: string): Promise<string | undefined> {
  const stored = await db.maybeOne(sql.type(hashRow)`
    select request_hash from health_report_files where report_id = ${reportId}
    union select request_hash from report_submissions where report_id = ${reportId} limit 1`)
  return stored?.requestHash
}

/** @throws AppError wrong-status if the booking's customer was erased: nothing more is stored about them */
export async function assertNotErased(
  db: CommonQueryMethods,
  booking: { customerId: string } | undefined,
): Promise<void> {
  const isErased = await db.exists(sql.unsafe`
    select from users where id = ${booking?.customerId ?? null} and erased_at is not null`)
  if (isErased) throw new AppError('wrong-status', 'The customer has deleted the account.')
}

/** Stores the file of a report. @returns the hash of the request whose file or values are stored: the first one's */
export async function storeReportFile(
  db: CommonQueryMethods,
  reportId: string,
  file: ReceivedFile,
  requestHash: string,
): Promise<string | undefined> {
  const { rowCount } = await db.query(sql.unsafe`
    insert into health_report_files (report_id, content_type, bytes, request_hash)
    values (${reportId}, ${file.contentType}, ${sql.binary(file.bytes)}, ${requestHash})
    on conflict (report_id) do update set created_at = excluded.created_at
      where health_report_files.request_hash = excluded.request_hash`)
  return rowCount === 1 ? requestHash : findReportHash(db, reportId)
}

/** Stores the values of a report. @returns the hash of the request whose values are stored: the first one's */
export function storeSubmission(db: DatabasePool, submission: ReportSubmission): Promise<string | undefined> {
  const { reportId, bookingId, values, doctorComments, isReviewed, collectedAt, requestHash } = submission
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql.unsafe`
      insert into report_submissions (report_id, booking_id, doctor_comments, is_reviewed, collected_at, request_hash)
      values (${reportId}, ${bookingId}, ${doctorComments}, ${isReviewed}, ${collectedAt}, ${requestHash})
      on conflict (report_id) do update set created_at = excluded.created_at
        where report_submissions.request_hash = excluded.request_hash`)
    if (rowCount === 0) return findReportHash(tx, reportId)
    await tx.query(sql.unsafe`
      insert into report_values (report_id, place, code, value)
      select ${reportId}, place, entry ->> 'code', entry -> 'value'
        from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality e (entry, place)
      on conflict (report_id, code) do nothing`)
    return requestHash
  })
}

export function findSubmission(db: CommonQueryMethods, reportId: string): Promise<SubmissionRow | null> {
  return db.maybeOne(sql.type(submissionRow)`
    select doctor_comments, is_reviewed from report_submissions where report_id = ${reportId}`)
}
