import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

export function login(body: OptionsAt<'POST', '/api/auth/login'>['body']) {
  return call('POST', '/api/auth/login', { body })
}

export function register(body: OptionsAt<'POST', '/api/auth/register'>['body'], idempotencyKey: string) {
  return call('POST', '/api/auth/register', { body, idempotencyKey })
}

/** Asks for a mail with a link; the answer tells nobody whether there is an account. */
export function forgotPassword(body: OptionsAt<'POST', '/api/auth/forgot'>['body']) {
  return call('POST', '/api/auth/forgot', { body })
}

/** Sets a new password with the token of the link, once. */
export function resetPassword(body: OptionsAt<'POST', '/api/auth/reset'>['body']) {
  return call('POST', '/api/auth/reset', { body })
}

/** Takes back the cookie that opens files: a script cannot. Nothing waits for it. */
export function logout(): void {
  call('POST', '/api/auth/logout', {}).catch((error) => console.warn('Could not take the cookie back', error))
}
