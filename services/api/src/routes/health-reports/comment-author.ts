import { defaultLabRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import type pg from 'pg'
import type { Caller } from '../../auth/caller.ts'
import type { Contribution } from './contribution.ts'

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
