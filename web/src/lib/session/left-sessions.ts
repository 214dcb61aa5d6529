/**
 * Logout ends the session on the server, in the background. Until the server has confirmed it, its token is kept here, also over
 * a reload, and is used for nothing else.
 */
import type { Path } from '../http/contract'

const logout = '/api/auth/logout' satisfies Path
const key = 'left_sessions'
/** More logouts than this without a network are not remembered: those sessions end by their time. */
const maxKept = 5

function readLeft(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : []
  } catch {
    // blocked, or not readable: there is nothing to repeat
    return []
  }
}

function writeLeft(tokens: string[]): void {
  try {
    if (tokens.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(tokens.slice(-maxKept)))
  } catch {
    // Storage can be blocked: the logout is then sent once.
  }
}

/** Ends the session of a token that is not stored any more: now, or as soon as the server can be reached. */
export function leaveSession(token: string): void {
  writeLeft([...readLeft().filter((kept) => kept !== token), token])
  void endSessionOf(token, 'include')
}

/** Tries again what failed before: at the start of the client, and when the device is online again. */
export function endLeftSessions(): void {
  // without cookies: the answer would remove the one of the user who is signed in now
  for (const token of readLeft()) void endSessionOf(token, 'omit')
}

async function endSessionOf(token: string, credentials: RequestCredentials): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  try {
    const { ok, status } = await fetch(logout, { method: 'POST', headers, credentials, keepalive: true })
    // any other refusal would be repeated for ever
    if (!ok && (status >= 500 || status === 429)) throw new Error(`Logout: ${status}`)
    writeLeft(readLeft().filter((kept) => kept !== token))
  } catch (error) {
    console.warn('The session will be ended later', error)
  }
}
