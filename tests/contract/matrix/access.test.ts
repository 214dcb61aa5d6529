import type { Route } from '@jaanch/contracts/http/route'
import { type RouteName, routes } from '@jaanch/contracts/http/routes'
import { labStaffRoles, mayCall, staffRoles } from '@jaanch/contracts/staff-roles'
import { type Role, roles } from '@jaanch/contracts/vocabulary'
import { expect, test } from 'vitest'
import { type Access, access, scopeOf } from './access.ts'

const limitedRoles = staffRoles.filter((role) => role !== 'owner')

/** Everybody who may make a call, such as `admin owner` and `lab-partner collector` */
function declared({ access, ...route }: Route): string[] {
  const mayRole = (role: Role) => access === 'signed-in' || access.includes(role)
  const members = [
    { role: 'customer' as const },
    ...(['owner', ...labStaffRoles] as const).map((labRole) => ({ role: 'lab-partner' as const, labRole })),
    ...staffRoles.map((staffRole) => ({ role: 'admin' as const, staffRole })),
  ]
  return members
    .filter((member) => mayRole(member.role) && mayCall({ access, ...route }, member))
    .map((member) => Object.values(member).join(' '))
}

function stated(name: RouteName, { labs = [], admins = [] }: Access): string[] {
  const limited = {
    customer: [],
    'lab-partner': labStaffRoles.filter((role) => labs.includes(role)),
    admin: limitedRoles.filter((role) => admins.includes(role)),
  }
  return roles
    .filter((role) => scopeOf(name, role))
    .flatMap((role) =>
      role === 'customer' ? [role] : ['owner', ...limited[role]].map((each) => `${role} ${each}`),
    )
}

test.each(Object.entries<Route>(routes))(
  'the route %s is declared for those who may call it [V8.2.1]',
  (name, route) => {
    const who = access[name as RouteName]
    if (who === 'anyone') expect(route.access).toBe('public')
    else expect(declared(route)).toEqual(stated(name as RouteName, who))
  },
)
