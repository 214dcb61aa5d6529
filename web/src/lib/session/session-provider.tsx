import type { UserView } from '@jaanch/account/sessions/api'
import type { Role } from '@jaanch/contracts/vocabulary'
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { clearCache } from '../cache/live-cache'
import { clearDrafts } from '../drafts'
import { endsSession } from '../http/api-error'
import { onUnauthorised, send } from '../http/call'
import { isOver, readToken, removeToken, subjectOf, tokenKey, tokenSettled, writeToken } from '../http/token'
import { lastCity } from '../location/last-city'
import { loadPart } from '../parts/load-part'
import { readHandIns, readKept, readLeft, unsentOf, writeHandIn, writeLeft } from './kept-note'
import { endLeftSessions, leaveSession } from './left-sessions'
import {
  rememberedUser,
  rememberUser,
  SessionContext,
  type SessionState,
  toSessionUser,
} from './session-context'

const recheckIntervalMs = 4_000

/** An open page checks this often whether the time of its session is over, ms */
const overIntervalMs = 15_000

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(() => stateOf(readToken()))

  /**
   * Nothing of the person stays on the device but what is not sent yet.
   * @param isRefused by the server, or over: a page that is open says so, and is opened again after the next login
   */
  const endSession = useCallback((isRefused = false) => {
    removeToken()
    rememberUser(null)
    clearDrafts()
    clearCache()
    void forgetOthers()
    setState((now) => ({ status: 'visitor', endedFor: isRefused ? roleOf(now) : undefined }))
  }, [])

  const signIn = useCallback((token: string, user: UserView) => {
    clearCache()
    writeToken(token)
    void forgetOthers()
    setState({ status: 'signed-in', user: toSessionUser(user) })
  }, [])

  const signOut = useCallback(() => {
    const token = readToken()
    // it may be somebody else's device
    lastCity.set(null)
    endSession()
    if (token) leaveSession(token)
  }, [endSession])

  const recheck = useCallback(async () => {
    const token = readToken()
    if (!token) {
      endSession()
      return false
    }
    try {
      const { data } = await send<UserView>('GET', '/api/users/me', undefined, undefined, token)
      if (token === readToken())
        startTransition(() => setState({ status: 'signed-in', user: toSessionUser(data) }))
      return true
    } catch (error) {
      await tokenSettled()
      if (token !== readToken()) return true
      // after a network or server failure the token may still be valid, unless its time is over
      if (endsSession(error) || isOver(token)) {
        handInLater(token)
        endSession(true)
        return false
      }
      setState((now) => (now.status === 'signed-in' ? now : { status: 'unreachable' }))
      return true
    }
  }, [endSession])

  useEffect(() => {
    if (readToken()) void recheck()
  }, [recheck])

  useEffect(() => {
    if (state.status !== 'unreachable') return
    const timer = setInterval(() => void recheck(), recheckIntervalMs)
    return () => clearInterval(timer)
  }, [state.status, recheck])

  // also without a network: a page that is open shows nobody after the end of its session
  const isSignedIn = state.status === 'signed-in'
  useEffect(() => {
    if (!isSignedIn) return
    function look() {
      if (!isOver(readToken())) return
      setState((now) => ({ status: 'checking', endedFor: roleOf(now) }))
      void recheck()
    }
    const timer = setInterval(look, overIntervalMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isSignedIn, recheck])

  useEffect(() => {
    let checking = false
    return onUnauthorised(async (token) => {
      if (checking || token !== readToken()) return
      checking = true
      await recheck()
      checking = false
    })
  }, [recheck])

  useEffect(() => {
    endLeftSessions()
    void forgetOthers()
    void handIn()
    addEventListener('online', endLeftSessions)
    return () => removeEventListener('online', endLeftSessions)
  }, [])

  useEffect(() => {
    // Signing in or out in one tab does the same in all tabs.
    function onStorage(event: StorageEvent) {
      if (event.key !== tokenKey && event.key !== null) return
      // After a change of the password in another tab the user is the same.
      const subject = subjectOf(event.newValue)
      if (subject !== undefined && subject === subjectOf(event.oldValue)) return
      clearDrafts()
      clearCache()
      void forgetOthers()
      setState(stateOf(readToken()))
      if (readToken()) void recheck()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [recheck])

  const value = useMemo(() => ({ state, signIn, signOut, recheck }), [state, signIn, signOut, recheck])
  return <SessionContext value={value}>{children}</SessionContext>
}

function roleOf(state: SessionState): Role | undefined {
  if (state.status === 'signed-in') return state.user.role
  return state.status === 'checking' ? state.endedFor : undefined
}

/** Before the server has answered: a user who works without a network is taken for signed in, until the session is over. */
function stateOf(token: string | null): SessionState {
  const user = isOver(token) ? undefined : rememberedUser(subjectOf(token))
  if (user) return { status: 'signed-in', user }
  return token ? { status: 'checking' } : { status: 'visitor' }
}

/**
 * Deletes what is kept of everybody who is not signed in, however their sessions ended: at the start of the client, and whenever a
 * session begins or ends in any tab. What is not sent yet stays, and is sent after the next login. What a tab that is closed did not
 * delete is deleted then.
 */
export async function forgetOthers(): Promise<void> {
  const current = subjectOf(readToken())
  const others = Object.keys(readKept()).filter((userId) => userId !== current)
  if (others.length > 0) writeLeft([...new Set([...readLeft(), ...others])])
  if (readLeft().length === 0) return
  const { leave } = await loadPart(() => import('../outbox/outbox'))
  try {
    for (const userId of readLeft()) {
      await leave(userId)
      writeLeft(readLeft().filter((left) => left !== userId))
    }
  } catch (error) {
    console.warn('What was kept will be deleted later', error)
  }
}

/**
 * Hands in, with its token, what was done in a session and not sent before the server ended it. The user may have lost access.
 */
function handInLater(token: string): void {
  const userId = subjectOf(token)
  if (userId === undefined || unsentOf(userId) === 0) return
  writeHandIn(userId, token)
  void handIn()
}

/** Goes on with what is not handed in yet: at the start of the client, and when a session was ended. */
async function handIn(): Promise<void> {
  if (Object.keys(readHandIns()).length === 0) return
  const { flush } = await loadPart(() => import('../outbox/outbox'))
  flush()
}
