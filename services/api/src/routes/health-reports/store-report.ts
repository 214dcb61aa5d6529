/**
 * The rows of a report that are written before its event: the file, or the values until a worker rendered the file. Rows of
 * the same request become new again: those without an event are collected after a day, and the event follows now.
 */
import { AppError } from '@jaanch/contracts/errors'
import type { StoredResult } from '@jaanch/domain/report/result'
import type { Result } from '@jaanch/domain/report/values'
import { customerErased } from '@jaanch/storage/reports'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { ReceivedFile } from '../../files/receive-file.ts'
import type { Releaser } from './releaser.ts'

export type StoredReport = { reportId: string; bookingId: string; customerId: string; requestHash: string }

export type StoredValue = Pick<Result, 'method' | 'sent'> & { code: string; value: number | string }

export type ReportSubmission = StoredReport & {
  values: readonly StoredValue[]
  /** How the values are interpreted, in their order */
  results: readonly StoredResult[]
  doctorComments: string | null
  isReviewed: boolean
  /** When the specimen was collected, ISO 8601; null if the request does not contain it */
  collectedAt: string | null
  releaser: Releaser
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

/** Stores the file of a report; it counts among the bytes of the lab. @throws AppError key-reused; wrong-status if the customer was erased: nothing is stored then */
export async function storeReportFile(
  db: CommonQueryMethods,
  file: ReceivedFile,
  {
    reportId,
    bookingId,
    customerId,
    requestHash,
    labPartnerId,
  }: StoredReport & { labPartnerId: string | null },
): Promise<void> {
  const { rowCount } = await db.query(sql.unsafe`
    with ${personNotErased(customerId)}
    insert into health_report_files (report_id, booking_id, content_type, bytes, request_hash, lab_partner_id, size)
    select ${reportId}, ${bookingId}, ${file.contentType}, ${sql.binary(file.bytes)}, ${requestHash}, ${labPartnerId}::uuid,
           ${file.bytes.length} from person
    on conflict (report_id) do update set created_at = excluded.created_at
      where health_report_files.request_hash = excluded.request_hash`)
  if (rowCount === 0) throw await whyNotStored(db, customerId)
}

/** Stores the values of a report. @throws AppError key-reused; wrong-status if the customer was erased: nothing is stored then */
export function storeSubmission(db: DatabasePool, submission: ReportSubmission): Promise<void> {
  const { reportId, bookingId, customerId, requestHash } = submission
  const { doctorComments, isReviewed, collectedAt, releaser } = submission
  // of a draft, who signs it
  const by = releaser.isDraft ? { id: null, role: null } : { id: releaser.userId, role: releaser.role }
  const values = submission.values.map((value, index) => ({ ...value, result: submission.results[index] }))
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql.unsafe`
      with ${personNotErased(customerId)}
      insert into report_submissions (report_id, booking_id, doctor_comments, is_reviewed, collected_at, request_hash, released_by,
                                      released_role)
      select ${reportId}, ${bookingId}, ${doctorComments}, ${isReviewed}, ${collectedAt}, ${requestHash},
             ${by.id}::uuid, ${by.role} from person
      on conflict (report_id) do update
        set created_at = excluded.created_at,
            released_by = coalesce(report_submissions.released_by, excluded.released_by),
            released_role = coalesce(report_submissions.released_role, excluded.released_role)
        where report_submissions.request_hash = excluded.request_hash`)
    if (rowCount === 0) throw await whyNotStored(tx, customerId)
    await tx.query(sql.unsafe`
      insert into report_values (report_id, place, code, value, method, result, sent)
      select ${reportId}, place, entry ->> 'code', entry -> 'value', entry ->> 'method', entry -> 'result',
             nullif(entry -> 'sent', 'null')
        from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality e (entry, place)
      on conflict (report_id, code) do nothing`)
  })
}

/** The row of the customer, locked against an erasure until the end of the transaction; no row if the customer was erased. */
function personNotErased(customerId: string) {
  return sql.fragment`person as (
    select from users where id = ${customerId} and erased_at is null for key share)`
}

async function whyNotStored(db: CommonQueryMethods, customerId: string): Promise<AppError> {
  const isErased = await db.exists(sql.unsafe`
    select from users where id = ${customerId} and erased_at is not null`)
  return isErased ? customerErased() : new AppError('key-reused')
}

export function findSubmission(db: CommonQueryMethods, reportId: string): Promise<SubmissionRow | null> {
  return db.maybeOne(sql.type(submissionRow)`
    select doctor_comments, is_reviewed from report_submissions where report_id = ${reportId}`)
}
