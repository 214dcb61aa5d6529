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

export function removeToken(): void {
  fallback = null
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // kept in memory
  }
}
