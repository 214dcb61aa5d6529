import type { UserView } from '@jaanch/contracts/http/auth'
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { clearCache } from '../cache/live-cache'
import { clearDrafts } from '../drafts'
import { ApiError } from '../http/api-error'
import { onUnauthorised, send } from '../http/call'
import { isCurrentToken, readToken, removeToken, subjectOf, tokenKey, writeToken } from '../http/token'
import { logout } from '../resources/auth'
import { SessionContext, type SessionState, toSessionUser } from './session-context'

const recheckIntervalMs = 4_000

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(() =>
    readToken() ? { status: 'checking' } : { status: 'visitor' },
  )

  const endSession = useCallback(() => {
    removeToken()
    clearCache()
    setState({ status: 'visitor' })
  }, [])

  const signIn = useCallback((token: string, user: UserView) => {
    clearCache()
    writeToken(token)
    setState({ status: 'signed-in', user: toSessionUser(user) })
  }, [])

  const signOut = useCallback(() => {
    clearDrafts()
    endSession()
    logout()
  }, [endSession])

  const recheck = useCallback(async () => {
    const token = readToken()
    if (!token) {
      endSession()
      return false
    }
    try {
      const { data } = await send<UserView>('GET', '/api/users/me', undefined, undefined, token)
      if (isCurrentToken(token))
        startTransition(() => setState({ status: 'signed-in', user: toSessionUser(data) }))
      return true
    } catch (error) {
      if (!isCurrentToken(token)) return true
      // Only a 401 ends a session: after a network or server failure the token may still be valid.
      if (error instanceof ApiError && error.status === 401) {
        endSession()
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
      if (checking || !isCurrentToken(token)) return
      checking = true
      await recheck()
      checking = false
    })
  }, [recheck])

  useEffect(() => {
    // Signing in or out in one tab does the same in all tabs.
    function onStorage(event: StorageEvent) {
      if (event.key !== tokenKey && event.key !== null) return
      // A token that a call in another tab renewed belongs to the same user.
      const subject = subjectOf(event.newValue)
      if (subject !== undefined && subject === subjectOf(event.oldValue)) return
      clearCache()
      setState(readToken() ? { status: 'checking' } : { status: 'visitor' })
      if (readToken()) void recheck()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [recheck])

  const value = useMemo(() => ({ state, signIn, signOut, recheck }), [state, signIn, signOut, recheck])
  return <SessionContext value={value}>{children}</SessionContext>
}
