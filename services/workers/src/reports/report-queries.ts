/** Queries for the content of a report. */
import { type LabAddress, labAddressText } from '@jaanch/contracts/lab-address'
import type { Patient } from '@jaanch/storage/reports'
import type pg from 'pg'
import type { ReportContent } from './report-content.ts'

export type Submission = {
  doctorComments: string | null
  isReviewed: boolean
  collectedAt: Date | null
  requestHash: string
  releasedBy: string
  releasedRole: string
  /** The present name of who released it */
  releasedName: string | null
  attachments: string[]
  /** null: the customer was erased */
  patient: Patient | null
}

/** It is written before its event, and deleted with its customer. */
export async function readSubmission(pool: pg.Pool, reportId: string): Promise<Submission | undefined> {
  const { rows } = await pool.query<Submission>(
    `select doctor_comments as "doctorComments", is_reviewed as "isReviewed", collected_at as "collectedAt",
            request_hash as "requestHash", released_by as "releasedBy", released_role as "releasedRole", u.name as "releasedName",
            attachments, patient
       from report_submissions s left join users u on u.id = s.released_by where report_id = $1`,
    [reportId],
  )
  return rows[0]
}

/** An admin can release a report of a booking without a lab; Jaanch is shown instead. */
export async function readLab(pool: pg.Pool, id: string | null): Promise<ReportContent['lab']> {
  const { rows } = await pool.query<LabAddress & { name: string; licence: string | null }>(
    'select lab_name as name, lab_license as licence, address, city, state, pincode from lab_partners where id = $1',
    [id],
  )
  const [lab] = rows
  if (!lab) return { name: 'Jaanch', address: '', licence: null }
  return { name: lab.name, licence: lab.licence, address: labAddressText(lab) }
}
