import type { UserView } from '@jaanch/contracts/http/auth'
import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { usePages } from '../cache/use-pages'
import { useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

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

/** Changes the user's own name, phone, date of birth or gender. Call the session's `recheck` to show the change. */
export function changeMe(body: OptionsAt<'PUT', '/api/users/me'>['body']): Promise<UserView> {
  return call('PUT', '/api/users/me', { body })
}

/** Sends a code to the user's e-mail address or phone. */
export function sendContactCode(body: OptionsAt<'POST', '/api/users/me/contacts/code'>['body']) {
  return call('POST', '/api/users/me/contacts/code', { body })
}

/** Verifies the address that the code was sent to. Call the session's `recheck` to show it. */
export function proveContact(body: OptionsAt<'POST', '/api/users/me/contacts/verify'>['body']) {
  return call('POST', '/api/users/me/contacts/verify', { body })
}
