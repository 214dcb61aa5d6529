import type { ConsentPurpose } from '@jaanch/account/privacy/consents'
import type { UserView } from '@jaanch/account/sessions/api'
import type { SavedView } from '@jaanch/account/users/api'
import type { StaffRole } from '@jaanch/contracts/staff-roles'
import { mutate } from 'swr'
import { usePages } from '@/lib/cache/use-pages'
import { useList, useResource } from '@/lib/cache/use-resource'
import { saveFile } from '@/lib/files'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { download } from '@/lib/http/download'

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

const views = '/api/users/me/views'

export type ViewPage = SavedView['page']

/** The caller's saved views of a list. */
export function useSavedViews(page: ViewPage) {
  const list = useList(views)
  return { ...list, rows: list.rows.filter((view) => view.page === page) }
}

export async function saveView(body: Omit<SavedView, 'id'>): Promise<SavedView> {
  const view = await call('PUT', views, { body })
  await mutate(views)
  return view
}

/** Says that a view is used, so that it is kept. Nobody waits for it. */
export function noteUse({ id }: Pick<SavedView, 'id'>): void {
  call('PUT', '/api/users/me/views/:id/use', { params: { id } }).catch((error: unknown) => {
    console.warn('That a view was used is noted the next time', error)
  })
}

export async function removeView({ id }: Pick<SavedView, 'id'>): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/users/me/views/:id', { params: { id } }))
  await mutate(views)
}

const consents = '/api/users/me/consents'

export function useConsents() {
  return useResource(consents)
}

type ConsentAnswer = { purpose: ConsentPurpose; version: number; isGiven: boolean }

export async function answerConsent(answer: ConsentAnswer): Promise<void> {
  await mutate(consents, await call('PUT', consents, { body: answer }), { revalidate: false })
}

/** Saves everything that Jaanch holds about the user as a ZIP. */
export async function downloadMyData(password: string): Promise<void> {
  saveFile(await download('/api/users/me/export', { body: { password } }), 'jaanch-my-data.zip')
}

/** The account and everything about the person are gone afterwards. */
export async function eraseMe(password: string): Promise<void> {
  await call('POST', '/api/users/me/erase', { body: { password } })
}
