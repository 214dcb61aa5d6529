import type { LabRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { SessionUser } from './session-context'
import { useUser } from './session-context'

type Member = Pick<SessionUser, 'role' | 'staffRole' | 'labRole'>

/** Whether something that only these admins and owners may do is for a user; true for who is no admin, and without a list. */
export function isFor({ role, staffRole }: Member, admins?: readonly StaffRole[]): boolean {
  if (role !== 'admin' || !admins) return true
  return staffRole === 'owner' || (staffRole !== null && admins.includes(staffRole))
}

/** For buttons: the server refuses what is not shown. Without a role: for owners alone */
export function useMay(...admins: readonly StaffRole[]): boolean {
  return isFor(useUser(), admins)
}

/** Whether something that only these people of a lab and its owner may do is for a user; true for who is of no lab, and without a list. */
export function isForLab({ role, labRole }: Member, labs?: readonly LabRole[]): boolean {
  if (role !== 'lab-partner' || !labs) return true
  return labRole === 'owner' || (labRole !== null && labs.includes(labRole))
}

/** `useMay` for people of a lab. Without a role: for its owner alone */
export function useMayInLab(...labs: readonly LabRole[]): boolean {
  return isForLab(useUser(), labs)
}
