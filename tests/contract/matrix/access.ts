import { type CallName, calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { type LabStaffRole, mayCall, type StaffRole, staffRoles } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'

export const routeNames = Object.keys(calls) as CallName[]

export const isPublic = (name: CallName): boolean => calls[name].access === 'public'

/** The roles of admins besides owners, who may make all calls of admins */
export const limitedStaffRoles = staffRoles.filter((role) => role !== 'owner')

/** Whether a user of this kind may make the call, whatever the role of an admin or of a person of a lab includes */
export function mayRole(name: CallName, role: Role): boolean {
  const { access }: Route = calls[name]
  return access === 'public' || access === 'signed-in' || access.includes(role)
}

export const mayStaff = (name: CallName, staffRole: StaffRole): boolean =>
  mayRole(name, 'admin') && mayCall(calls[name], { role: 'admin', staffRole })

export const mayLabPerson = (name: CallName, labRole: LabStaffRole): boolean =>
  mayRole(name, 'lab-partner') && mayCall(calls[name], { role: 'lab-partner', labRole })
