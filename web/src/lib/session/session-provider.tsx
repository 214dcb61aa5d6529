import type { UserView } from '@jaanch/contracts/http/auth'
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { clearCache } from '../cache/live-cache'
import { clearDrafts } from '../drafts'
import { endsSession } from '../http/api-error'
import { onUnauthorised, send } from '../http/call'
import { readToken, removeToken, subjectOf, tokenKey, tokenSettled, writeToken } from '../http/token'
import { lastCity } from '../location/last-city'
import { deleteLeft, handIn, handInLater, leaveKept } from './kept-data'
import { endLeftSessions, leaveSession } from './left-sessions'
import { rememberedUser, rememberUser } from './remembered-user'
import { SessionContext, type SessionState, toSessionUser } from './session-context'

const recheckIntervalMs = 4_000

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(() => stateOf(readToken()))

  /** @param isRefused by the server: a page that is open says so, and is opened again after the next login */
  const endSession = useCallback((isRefused = false) => {
    removeToken()
    rememberUser(null)
    clearCache()
    setState((now) => ({
      status: 'visitor',
      ...(isRefused && now.status === 'signed-in' && { endedFor: now.user.role }),
    }))
  }, [])

  const signIn = useCallback((token: string, user: UserView) => {
    clearCache()
    writeToken(token)
    setState({ status: 'signed-in', user: toSessionUser(user) })
  }, [])

  const signOut = useCallback(() => {
    const token = readToken()
    clearDrafts()
    // of somebody else's device, perhaps
    lastCity.set(null)
    leaveKept(subjectOf(token))
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
      // Only a refused token ends a session: after a network or server failure the token may still be valid.
      if (endsSession(error)) {
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
    void deleteLeft()
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
      clearCache()
      setState(stateOf(readToken()))
      if (readToken()) void recheck()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [recheck])

  const value = useMemo(() => ({ state, signIn, signOut, recheck }), [state, signIn, signOut, recheck])
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Before the server has answered: a user who works without a network is taken for signed in. */
function stateOf(token: string | null): SessionState {
  const user = rememberedUser(subjectOf(token))
  if (user) return { status: 'signed-in', user }
  return token ? { status: 'checking' } : { status: 'visitor' }
}
