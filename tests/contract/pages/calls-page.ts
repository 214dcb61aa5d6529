import { calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { labRoles, mayCall, staffRoles } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'

const introduction = `# Who may call what

The declarations of the calls, which the API enforces. Customers and labs reach only their own objects. A change of a row changes who may do
something: review it as a decision about access.

| call | customers | roles of a lab's people | roles of admins |
|---|---|---|---|`

/** docs/calls.md */
export function callsPage(): string {
  return [introduction, ...Object.values(calls).map(rowOf), ''].join('\n')
}

function rowOf(route: Route): string {
  const call = `| \`${route.method} ${route.path}\` |`
  if (route.access === 'public') return `${call} everyone | everyone | everyone |`
  const mayRole = (role: Role) => route.access === 'signed-in' || route.access.includes(role)
  const customers = mayRole('customer') ? 'yes' : ''
  const labs = labRoles.filter((labRole) => mayCall(route, { role: 'lab-partner', labRole }))
  const admins = staffRoles.filter((staffRole) => mayCall(route, { role: 'admin', staffRole }))
  return `${call} ${customers} | ${mayRole('lab-partner') ? labs.join(', ') : ''} | ${mayRole('admin') ? admins.join(', ') : ''} |`
}
