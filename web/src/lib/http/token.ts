/** The session token, where the specification wants it: local storage, `auth_token`. */
export const tokenKey = 'auth_token'

// Storage can be blocked (private windows, embedded views): the session then lives as long as the page.
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
    // kept in memory
  }
}

let renewal: { from: string; to: string } | undefined

/** Keeps what the API renewed a token to, unless another was kept meanwhile. */
export function renewToken(from: string | null, to: string): void {
  if (from === null || from !== readToken()) return
  renewal = { from, to }
  writeToken(to)
}

/** True while this token, or what it was renewed to, is the one that is kept. */
export function isCurrentToken(token: string): boolean {
  const kept = readToken()
  return kept === token || (renewal?.from === token && renewal.to === kept)
}

/** Whose a token is (its `sub`); undefined where that can't be read. */
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
    // kept in memory
  }
}
