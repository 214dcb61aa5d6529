import type { UserView } from '@jaanch/account/sessions/api'
import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'

export function useUsers(role: string, q: string) {
  return usePages('/api/users', { role, q })
}

/** Disables an account, or enables it. */
export function changeStanding(id: string, isActive: boolean, reason: string): Promise<UserView> {
  const options = { params: { id }, body: { reason } }
  return isActive
    ? call('POST', '/api/users/:id/enable', options)
    : call('POST', '/api/users/:id/disable', options)
}

/** Gives an admin another role. They are signed out everywhere. */
export function changeStaffRole(id: string, staffRole: StaffRole): Promise<UserView> {
  return call('PUT', '/api/users/:id/staff-role', { params: { id }, body: { staffRole } })
}

export function signUserOut(id: string): Promise<void> {
  return call('DELETE', '/api/users/:id/sessions', { params: { id } })
}

export function useUserCounts() {
  return useResource('/api/users/counts').data
}
