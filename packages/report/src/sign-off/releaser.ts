import { noPassword } from '@jaanch/account/users/user-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { defaultLabRole, type LabRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import type { ReceivedFile } from '@jaanch/platform/files/receive-file'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import type { ReportInput } from '../api.ts'
import type { MessageValue } from '../fhir/lab-message.ts'
import type { Subject } from '../identity/subject.ts'
import type { Expected, Result } from '../results/values.ts'

/** The person who submits a report, as it is stored with the report: the name is that of the account when the report is read. */
export type Releaser = {
  userId: string
  role: LabRole | 'admin'
  /** The lab has pathologists, and this is none of them: the report waits for one */
  isDraft: boolean
}

/**
 * How a caller's reports are released. A lab with an active pathologist releases by a pathologist only; in one without, its owner and
 * technicians do. Admins release at once.
 */
export async function findReleaser(db: CommonQueryMethods, caller: Caller): Promise<Releaser> {
  const { userId, labPartnerId } = caller
  if (caller.role !== 'lab-partner') return { userId, role: 'admin', isDraft: false }
  const role = caller.labRole ?? defaultLabRole
  const isDraft = role !== 'pathologist' && labPartnerId !== null && (await hasPathologist(db, labPartnerId))
  return { userId, role, isDraft }
}

/** One who has set up the account; access that has ended counts no more. */
function hasPathologist(db: CommonQueryMethods, labPartnerId: string): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from users
     where works_for = ${labPartnerId} and lab_role = 'pathologist' and is_active and ended_at is null
       and erased_at is null and password_hash <> ${noPassword}`)
}

/** @returns who a comment is by, as the report says it: `Dr Meera Iyer, pathologist`; `the laboratory's system`; `Jaanch` for an admin */
export async function authorOf(
  pool: pg.Pool,
  { role, userId, labRole }: Caller,
  { subject, doctorComments }: Pick<Contribution, 'subject' | 'doctorComments'>,
): Promise<string> {
  // only messages name somebody
  if (subject !== null) return "the laboratory's system"
  if (role !== 'lab-partner' || doctorComments === null) return 'Jaanch'
  const { rows } = await pool.query<{ name: string }>('select name from users where id = $1', [userId])
  return `${rows[0]?.name ?? 'the lab'}, ${labRoleNames[labRole ?? defaultLabRole].toLowerCase()}`
}

/** @property ofPackage the parameters of each ordered test, by its id */
export type Ordered = Expected & { ofPackage: ReadonlyMap<string, readonly string[]> }

/** A result as it was read, and what its sender says of it. */
export type ContributedResult = Result & Pick<MessageValue, 'isCorrection' | 'flag'>

/** The contribution of a request to a report, the same for a PDF, a form, FHIR and HL7. */
export type Contribution = {
  results: readonly ContributedResult[]
  /** Codes of results that are taken back */
  withdrawn: readonly string[]
  file: ReceivedFile | null
  /** Results that the lab marks as critical on a file */
  marks: NonNullable<ReportInput['criticalCodes']>
  doctorComments: string | null
  isReviewed: boolean
  /** When the sample was collected, ISO 8601; null if the sender does not say it */
  collectedAt: string | null
  /** Whom a message is about; null: a form or a file, which name nobody */
  subject: Subject | null
  /** The version that was edited in a form; null: none */
  corrects: string | null
  /** The parameters that the booking's report may contain */
  expected: Ordered
}
