/** Key of the session token in local storage (specification, section 6). */
export const tokenKey = 'auth_token'

// Storage can be blocked (private windows, embedded views): the session then lasts until the page is closed.
let fallback: string | null = null

export function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return fallback
  }
}

export function writeToken(token: string): void {
  fallback = token
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    // only in memory
  }
}

let renewal: { from: string; to: string } | undefined

/** Stores the token that replaces `from`, unless another token has been stored in the meantime. */
export function renewToken(from: string | null, to: string): void {
  if (from === null || from !== readToken()) return
  renewal = { from, to }
  writeToken(to)
}

/** True if this token, or the one that replaced it, is stored. */
export function isCurrentToken(token: string): boolean {
  const stored = readToken()
  return stored === token || (renewal?.from === token && renewal.to === stored)
}

/** @returns the user id in a token (its `sub`); undefined if it can't be read */
export function subjectOf(token: string | null): string | undefined {
  try {
    const [, payload = ''] = (token ?? '').split('.')
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

export function removeToken(): void {
  fallback = null
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // only in memory
  }
}
