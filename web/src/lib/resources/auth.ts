import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

export function login(body: OptionsAt<'POST', '/api/auth/login'>['body']) {
  return call('POST', '/api/auth/login', { body })
}

export function register(body: OptionsAt<'POST', '/api/auth/register'>['body'], idempotencyKey: string) {
  return call('POST', '/api/auth/register', { body, idempotencyKey })
}

/** Requests an e-mail with a link. The response does not show whether the account exists. */
export function forgotPassword(body: OptionsAt<'POST', '/api/auth/forgot'>['body']) {
  return call('POST', '/api/auth/forgot', { body })
}

/** Sets a new password with the token of the link, which is valid once. */
export function resetPassword(body: OptionsAt<'POST', '/api/auth/reset'>['body']) {
  return call('POST', '/api/auth/reset', { body })
}

/** Removes the cookie that gives access to files, which a script cannot do. Runs in the background. */
export function logout(): void {
  call('POST', '/api/auth/logout', {}).catch((error) =>
    console.warn('Could not remove the session cookie', error),
  )
}
