import { defaultLabRole, type LabRole } from '@jaanch/contracts/staff-roles'
import { type CommonQueryMethods, sql } from 'slonik'
import type { Caller } from '../../auth/caller.ts'
import { noPassword } from '../../auth/users.ts'

/** Who submits a report, as it is stored with it: the name is that of the account when the report is read. */
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
