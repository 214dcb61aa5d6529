import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

export const staffPath = '/api/lab/staff'

/** Sessions begin and end without a push, ms */
const refreshMs = 60_000

/** The people of the owner's lab. */
export function useLabStaff() {
  return useResource(staffPath, { refreshMs })
}

/** Invites a person, who is in the list then. */
export async function invitePerson(
  body: OptionsAt<'POST', typeof staffPath>['body'],
): Promise<LabPersonView> {
  const person = await command('POST', staffPath, { body })
  await mutate(staffPath)
  return person
}

/** Sends the invitation again: the link of the mail before ends. */
export function invitePersonAgain(id: string): Promise<LabPersonView> {
  return call('POST', '/api/lab/staff/:id/invitation', { params: { id } })
}

/** Changes a person's role, ends their access or gives it again; each signs them out everywhere. */
export async function changePerson(
  id: string,
  body: OptionsAt<'PUT', '/api/lab/staff/:id'>['body'],
): Promise<LabPersonView> {
  const person = await call('PUT', '/api/lab/staff/:id', { params: { id }, body })
  await mutate(staffPath)
  return person
}

/** Ends a session of a person. One that has ended already counts as ended. */
export async function endPersonSession(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/lab/staff/sessions/:id', { params: { id } }))
  await mutate(staffPath)
}
