import { defaultStaffRole, type StaffRole } from '@jaanch/contracts/staff-roles'
import type pg from 'pg'
import { insertAudit } from '../audit/record-audit.ts'

export type StaffRoleChange = { userId: string; staffRole: StaffRole; actor: string }

/** The outcome of the change; not-found also stands for an account that is not an admin's, or was erased. */
export type StaffRoleOutcome = 'changed' | 'unchanged' | 'not-found' | 'last-owner'

/**
 * Gives an admin another role, ends their sessions and records it. To be called in a transaction. All active owners are locked: of two
 * who take the role from each other at the same time, one stays.
 */
export async function changeStaffRole(
  client: pg.ClientBase,
  { userId, staffRole, actor }: StaffRoleChange,
): Promise<StaffRoleOutcome> {
  const admins = await lockOwners(client, userId)
  const admin = admins.find(({ id }) => id === userId)
  if (admin?.role !== 'admin') return 'not-found'
  if (admin.staffRole === staffRole) return 'unchanged'
  if (isLastOwner(admins, userId)) return 'last-owner'
  await client.query('update users set staff_role = $2, token_version = token_version + 1 where id = $1', [
    userId,
    staffRole,
  ])
  await client.query('delete from sessions where user_id = $1', [userId])
  const details = { role: 'admin', staffRole, before: admin.staffRole }
  await insertAudit(client, [{ action: 'role-granted', actor, userId, object: `user:${userId}`, details }])
  return 'changed'
}

type LockedUser = { id: string; role: string; staffRole: string; isActive: boolean; isEnded: boolean }

/** Locks the row of a user, unless it was erased, and those of all active owners if it is an admin's. */
export async function lockOwners(client: pg.ClientBase, userId: string): Promise<LockedUser[]> {
  const { rows } = await client.query<LockedUser>(
    `select id, role, is_active as "isActive", ended_at is not null as "isEnded", coalesce(staff_role, $2) as "staffRole" from users
      where (id = $1 and erased_at is null)
         or (role = 'admin' and is_active and coalesce(staff_role, $2) = 'owner'
             and (select role from users where id = $1) = 'admin')
      order by id for no key update`,
    [userId, defaultStaffRole],
  )
  return rows
}

/** @param locked as lockOwners returned them */
export function isLastOwner(locked: readonly LockedUser[], userId: string): boolean {
  const owners = locked.filter(
    ({ role, isActive, staffRole }) => role === 'admin' && isActive && staffRole === 'owner',
  )
  return owners.length === 1 && owners[0]?.id === userId
}
