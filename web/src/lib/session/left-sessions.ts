/**
 * Logout ends the session on the server, in the background. Until the server has confirmed it, its token is kept here, also over
 * a reload, and is used for nothing else.
 */
import type { Path } from '../http/contract'
import { readStored, writeStored } from '../storage'

const logout = '/api/auth/logout' satisfies Path
const key = 'left_sessions'
/** More logouts than this without a network are not remembered: those sessions end by their time. */
const maxKept = 5

function readLeft(): string[] {
  const kept = readStored(key)
  return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : []
}

function writeLeft(tokens: string[]): void {
  writeStored(key, tokens.length > 0 ? tokens.slice(-maxKept) : null)
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
