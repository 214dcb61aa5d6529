import { noPassword } from '@jaanch/account/users/user-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { defaultLabRole, type LabRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'

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

/**
 * @param isMessage a laboratory's system sent it
 * @returns the author of a comment, as the report says it: `Dr Meera Iyer, pathologist`; `the laboratory's system`; `Jaanch` for an admin
 */
export async function authorOf(
  pool: pg.Pool,
  { role, userId, labRole }: Caller,
  isMessage: boolean,
): Promise<string> {
  if (isMessage) return "the laboratory's system"
  if (role !== 'lab-partner') return 'Jaanch'
  const { rows } = await pool.query<{ name: string }>('select name from users where id = $1', [userId])
  return `${rows[0]?.name ?? 'the lab'}, ${labRoleNames[labRole ?? defaultLabRole].toLowerCase()}`
}
