import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import { type LabStaffRole, mayCall, type StaffRole, staffRoles } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'

export const routeNames = Object.keys(routes) as RouteName[]

export const isPublic = (name: RouteName): boolean => routes[name].access === 'public'

/** The roles of admins besides owners, who may make all calls of admins */
export const limitedStaffRoles = staffRoles.filter((role) => role !== 'owner')

/** Whether a user of this kind may make the call, whatever the role of an admin or of a person of a lab includes */
export function mayRole(name: RouteName, role: Role): boolean {
  const { access }: Route = routes[name]
  return access === 'public' || access === 'signed-in' || access.includes(role)
}

export const mayStaff = (name: RouteName, staffRole: StaffRole): boolean =>
  mayRole(name, 'admin') && mayCall(routes[name], { role: 'admin', staffRole })

export const mayLabPerson = (name: RouteName, labRole: LabStaffRole): boolean =>
  mayRole(name, 'lab-partner') && mayCall(routes[name], { role: 'lab-partner', labRole })
