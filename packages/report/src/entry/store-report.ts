import { isErased } from '@jaanch/account/users/user-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { AppError } from '@jaanch/contracts/errors'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { latestReport } from '../report.ts'
import type { CurrentValue } from '../results/current-set.ts'
import type { Releaser } from '../sign-off/releaser.ts'
import { customerErased, insertRow, type ReportParts } from '../table.ts'

/**
 * The rows of a report. The values are written in the transaction of their event; a file, which may be large, before it: rows of the same
 * request become new again, and those without an event are collected after a day.
 */
type StoredReport = { reportId: string; bookingId: string; customerId: string; requestHash: string }

type ReportSubmission = StoredReport &
  ReportParts & {
    /** All current results of the booking */
    values: readonly CurrentValue[]
    /** When the specimen was collected, ISO 8601; null if no laboratory's system said it */
    collectedAt: string | null
    releaser: Releaser
  }

/** The id of the file that a submission with values adds: its own id is that of the PDF which is made of the values. */
export const attachmentId = (reportId: string) => appendIdOf('attachment', reportId)

const hashRow = z.object({ requestHash: z.string() })
const submissionRow = z.object({ doctorComments: z.string().nullable(), isReviewed: z.boolean() })
type SubmissionRow = z.output<typeof submissionRow>

/** @returns the hash of the request whose file or values are stored under this id */
export async function findReportHash(db: CommonQueryMethods, reportId: string): Promise<string | undefined> {
  const stored = await db.maybeOne(sql.type(hashRow)`
    select request_hash from health_report_files where report_id = ${reportId}
    union select request_hash from report_submissions where report_id = ${reportId} limit 1`)
  return stored?.requestHash
}

/** Stores a file; it counts among the bytes of the lab. @throws AppError key-reused; wrong-status if the customer was erased: nothing is stored then */
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
    with person as (
      select from users where id = ${customerId} and erased_at is null for key share)
    insert into health_report_files (report_id, booking_id, content_type, bytes, request_hash, lab_partner_id, size)
    select ${reportId}, ${bookingId}, ${file.contentType}, ${sql.binary(file.bytes)}, ${requestHash}, ${labPartnerId}::uuid,
           ${file.bytes.length} from person
    on conflict (report_id) do update set created_at = excluded.created_at
      where health_report_files.request_hash = excluded.request_hash`)
  if (rowCount === 0) throw await whyNotStored(db, customerId)
}

/** Deletes a file that no report has. */
export async function deleteReportFile(db: CommonQueryMethods, reportId: string): Promise<void> {
  await db.query(sql.unsafe`
    delete from health_report_files where report_id = ${reportId}
       and not exists (select from health_reports where id = ${reportId})
       and not exists (select from report_drafts where report_id = ${reportId})`)
}

/**
 * Writes the values of a report in the transaction of its event.
 * @throws AppError wrong-status if the customer was erased
 */
export async function writeSubmission(client: pg.ClientBase, submission: ReportSubmission): Promise<void> {
  const { customerId, releaser, values, ...row } = submission
  if (await isErased(client, customerId)) throw customerErased()
  await insertRow(client, 'report_submissions', {
    ...row,
    // a draft gets them when it is signed
    ...(!releaser.isDraft && { releasedBy: releaser.userId, releasedRole: releaser.role }),
  })
  await client.query(
    `insert into report_values (report_id, place, code, value, method, result, sent)
     select $1, place, entry ->> 'code', entry -> 'value', entry ->> 'method', entry -> 'result', nullif(entry -> 'sent', 'null')
       from jsonb_array_elements($2::jsonb) with ordinality e (entry, place)`,
    [row.reportId, JSON.stringify(values)],
  )
}

async function whyNotStored(db: CommonQueryMethods, customerId: string): Promise<AppError> {
  const erased = await db.exists(sql.unsafe`
    select from users where id = ${customerId} and erased_at is not null`)
  return erased ? customerErased() : new AppError('key-reused')
}

export function findSubmission(db: CommonQueryMethods, reportId: string): Promise<SubmissionRow | null> {
  return db.maybeOne(sql.type(submissionRow)`
    select doctor_comments, is_reviewed from report_submissions where report_id = ${reportId}`)
}

/** The report that a new version of a booking's report builds on. */
export type CurrentReport = {
  /** undefined: the booking has no report yet */
  id: string | undefined
  values: CurrentValue[]
  doctorComments: string | null
  isReviewed: boolean
  /** When the samples were collected, as a laboratory's system said it */
  collectedAt: Date | null
  /** The files that were uploaded, the oldest first */
  attachments: string[]
}

type Row = Omit<CurrentReport, 'id' | 'values'> & { isFile: boolean; values: CurrentValue[] | null }

/**
 * The report that a submission follows: the draft that waits or was sent back, which includes what was released before it, or else the
 * latest report, whose PDF may not exist yet.
 */
export async function readCurrentReport(
  pool: pg.Pool,
  { draft }: Pick<BookingSummary, 'draft'>,
  history: readonly BookingEvent[],
): Promise<CurrentReport> {
  const id = draft?.id ?? latestReport(history)?.id
  return id === undefined ? { id, ...nothing } : { id, ...(await readReportSet(pool, id)) }
}

const nothing = { values: [], doctorComments: null, isReviewed: false, collectedAt: null, attachments: [] }

/** The full set of one version or draft, also before its PDF exists; nothing if its customer was erased. */
export async function readReportSet(pool: pg.Pool, reportId: string): Promise<Omit<CurrentReport, 'id'>> {
  const { rows } = await pool.query<Row>({
    name: 'report-set',
    text: `select coalesce(s.doctor_comments, h.doctor_comments, d.doctor_comments) as "doctorComments",
                  coalesce(s.is_reviewed, h.is_reviewed, d.is_reviewed, false) as "isReviewed", s.collected_at as "collectedAt",
                  coalesce(s.attachments, h.attachments, d.attachments, '{}') as attachments, s.report_id is null as "isFile",
                  (select jsonb_agg(jsonb_build_object('code', v.code, 'value', v.value, 'method', v.method, 'sent', v.sent,
                                                       'result', v.result) order by v.place)
                     from report_values v where v.report_id = r.id) as values
             from (select $1::uuid as id) r
             left join report_submissions s on s.report_id = r.id
             left join health_reports h on h.id = r.id
             left join report_drafts d on d.report_id = r.id
            where coalesce(s.report_id, h.id, d.report_id) is not null`,
    values: [reportId],
  })
  const [row] = rows
  if (!row) return nothing
  const { isFile, values, attachments, ...rest } = row
  // a report that is a file is itself one of the files
  return { ...rest, values: values ?? [], attachments: isFile ? [...attachments, reportId] : attachments }
}
