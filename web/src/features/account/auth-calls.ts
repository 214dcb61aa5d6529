import type { SessionView } from '@jaanch/account/sessions/api'
import { mutate } from 'swr'
import { useList } from '@/lib/cache/use-resource'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { changeToken, writeToken } from '@/lib/http/token'
import { command } from '@/lib/idempotency'

const sessions = '/api/auth/sessions'

export function login(body: OptionsAt<'POST', '/api/auth/login'>['body']) {
  return call('POST', '/api/auth/login', { body })
}

export function register(body: OptionsAt<'POST', '/api/auth/register'>['body']) {
  return command('POST', '/api/auth/register', { body })
}

/** Requests an e-mail with a link. The response does not show whether the account exists. */
export function forgotPassword(body: OptionsAt<'POST', '/api/auth/forgot'>['body']) {
  return call('POST', '/api/auth/forgot', { body })
}

/** Sets a new password with the token of the link, which is valid once. */
export function resetPassword(body: OptionsAt<'POST', '/api/auth/reset'>['body']) {
  return call('POST', '/api/auth/reset', { body })
}

export function useSessions() {
  return useList(sessions)
}

/** Ends one of the user's sessions. One that has ended already counts as ended. */
export async function endSession(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/auth/sessions/:id', { params: { id } }))
  await mutate<SessionView[]>(sessions, (rows) => rows?.filter((row) => row.id !== id), { revalidate: false })
}

/** Ends all sessions of the user. @param signOut removes the token of this one, which has ended too */
export function signOutEverywhere(signOut: () => void): Promise<void> {
  return changeToken(async () => {
    await call('POST', '/api/auth/sign-out-everywhere', {})
    signOut()
  })
}

/** Sets a new password. All sessions end; this browser continues with the token of a new one. */
export async function changePassword(body: OptionsAt<'PUT', '/api/auth/password'>['body']): Promise<void> {
  await changeToken(async () => writeToken((await call('PUT', '/api/auth/password', { body })).token))
  await mutate(sessions)
}
