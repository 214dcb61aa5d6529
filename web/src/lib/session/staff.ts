import type { AdminRole } from '@jaanch/contracts/staff-roles'
import type { SessionUser } from './session-context'
import { useUser } from './session-context'

type Member = Pick<SessionUser, 'role' | 'staffRole'>

/** Whether something that only these admins and owners may do is for a user; true for who is no admin, and without a list. */
export function isFor({ role, staffRole }: Member, admins?: readonly AdminRole[]): boolean {
  if (role !== 'admin' || !admins) return true
  // the release before has no roles of admins
  const own = staffRole ?? 'owner'
  return own === 'owner' || admins.includes(own)
}

/** For buttons: the server refuses what is not shown. Without a role: for owners alone */
export function useMay(...admins: readonly AdminRole[]): boolean {
  return isFor(useUser(), admins)
}
