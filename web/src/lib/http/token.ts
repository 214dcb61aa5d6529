import { clockOffsetMs } from './clock'

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

const tokenLock = 'auth_token'

/**
 * Runs a call that ends the session of the stored token, and what follows from it (another token is stored, or none): whoever sees
 * the old token refused meanwhile, in any tab, waits for it (`tokenSettled`).
 */
export async function changeToken(change: () => Promise<void>): Promise<void> {
  // there are no locks without TLS: a tab may then show its login page first
  await (navigator.locks?.request(tokenLock, change) ?? change())
}

/** Waits while a tab changes the token. */
export async function tokenSettled(): Promise<void> {
  await navigator.locks?.request(tokenLock, { mode: 'shared' }, () => {})
}

/** @returns the user id in a token (its `sub`); undefined if it can't be read */
export function subjectOf(token: string | null): string | undefined {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' ? sub : undefined
}

/**
 * Whether the time of the token's session is over (its `exp`, in seconds), by the clock of the server as far as this device has measured
 * the difference. The server decides; without an answer, this does.
 */
export function isOver(token: string | null): boolean {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && exp * 1_000 <= Date.now() - (clockOffsetMs() ?? 0)
}

function claimsOf(token: string | null): { sub?: unknown; exp?: unknown } {
  try {
    const [, payload = ''] = (token ?? '').split('.')
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}
  } catch {
    // not a token of ours: the server refuses it
    return {}
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
