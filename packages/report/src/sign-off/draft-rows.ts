/** The rows of reports that wait for a pathologist. The booking's stream decides which draft is the newest; these say what it contains. */
import { isErased } from '@jaanch/account/users/user-rows'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { customerErased, insertRow, type Patient, type ReportParts } from '../table.ts'

type NewDraft = ReportParts & { reportId: string; labPartnerId: string; isFile: boolean; draftedBy: string }

/**
 * Writes the row of a draft in the transaction of its ReportDrafted; the drafts before it are replaced.
 * @throws AppError wrong-status if the customer was erased
 */
export async function writeDraftRow(
  client: pg.ClientBase,
  { customerId, ...draft }: NewDraft,
  now: Date,
): Promise<void> {
  const { reportId, bookingId } = draft
  if (await isErased(client, customerId)) throw customerErased()
  await insertRow(client, 'report_drafts', { ...draft, createdAt: now }, { isOnce: true })
  await client.query(
    `update report_drafts set ended_at = $3, outcome = 'replaced'
      where booking_id = $1 and ended_at is null and report_id <> $2`,
    [bookingId, reportId, now.toISOString()],
  )
}

/**
 * Ends the draft that a report has replaced which was none itself, after its append. Lists compare each draft with its booking, so that
 * one of a process that died before this is in none.
 * @param reportId undefined: there was no draft
 */
export async function endReplacedDraft(
  db: CommonQueryMethods,
  reportId: string | undefined,
  now: Date,
): Promise<void> {
  if (reportId === undefined) return
  await db.query(sql.unsafe`
    update report_drafts set ended_at = ${now.toISOString()}, outcome = 'replaced'
     where report_id = ${reportId} and ended_at is null`)
}

/** Also a draft that a newer one includes. */
export async function markSigned(client: pg.ClientBase, reportId: string, now: Date): Promise<void> {
  await client.query(
    `update report_drafts set ended_at = $2, outcome = 'signed'
      where report_id = $1 and (ended_at is null or outcome = 'replaced')`,
    [reportId, now.toISOString()],
  )
}

export async function markReturned(
  client: pg.ClientBase,
  { reportId, by, reason }: { reportId: string; by: string; reason: string },
  now: Date,
): Promise<void> {
  await client.query(
    `update report_drafts set ended_at = $2, outcome = 'returned', returned_by = $3, return_reason = $4
      where report_id = $1 and ended_at is null`,
    [reportId, now.toISOString(), by, reason],
  )
}

const draftRow = z.object({
  bookingId: z.uuid(),
  labPartnerId: z.uuid(),
  isFile: z.boolean(),
  doctorComments: z.string().nullable(),
  isReviewed: z.boolean(),
  draftedBy: z.uuid(),
  createdAt: z.date(),
  attachments: z.array(z.uuid()),
  patient: z.custom<Patient>(),
})
export type DraftRow = z.output<typeof draftRow>

/** A draft with its comments, also one that has ended; null if there is none. */
export function findDraft(db: CommonQueryMethods, reportId: string): Promise<DraftRow | null> {
  return db.maybeOne(sql.type(draftRow)`
    select d.booking_id, d.lab_partner_id, d.is_file, coalesce(s.doctor_comments, d.doctor_comments) as doctor_comments,
           coalesce(s.is_reviewed, d.is_reviewed) as is_reviewed, d.drafted_by, d.created_at, d.attachments, d.patient
      from report_drafts d left join report_submissions s on s.report_id = d.report_id
     where d.report_id = ${reportId}`)
}
