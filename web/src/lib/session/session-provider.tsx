import type { UserView } from '@jaanch/contracts/http/auth'
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import { clearCache } from '../cache/live-cache'
import { clearDrafts } from '../drafts'
import { ApiError } from '../http/api-error'
import { onUnauthorised, send } from '../http/call'
import { isCurrentToken, readToken, removeToken, subjectOf, tokenKey, writeToken } from '../http/token'
import { logout } from '../resources/auth'
import { SessionContext, type SessionState } from './session-context'

const askAgainEvery = 4_000

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(() =>
    readToken() ? { status: 'checking' } : { status: 'visitor' },
  )

  const leave = useCallback(() => {
    removeToken()
    clearCache()
    setState({ status: 'visitor' })
  }, [])

  const signIn = useCallback((token: string, user: UserView) => {
    clearCache()
    writeToken(token)
    setState({ status: 'signed-in', user })
  }, [])

  const signOut = useCallback(() => {
    clearDrafts()
    leave()
    logout()
  }, [leave])

  const recheck = useCallback(async () => {
    const token = readToken()
    if (!token) {
      leave()
      return false
    }
    try {
      const { data: user } = await send<UserView>('GET', '/api/users/me', undefined, undefined, token)
      if (isCurrentToken(token)) startTransition(() => setState({ status: 'signed-in', user }))
      return true
    } catch (error) {
      if (!isCurrentToken(token)) return true
      // Only a 401 ends a session: a dead network or a busy server says nothing about the token.
      if (error instanceof ApiError && error.status === 401) {
        leave()
        return false
      }
      setState((now) => (now.status === 'signed-in' ? now : { status: 'unreachable' }))
      return true
    }
  }, [leave])

  useEffect(() => {
    if (readToken()) void recheck()
  }, [recheck])

  useEffect(() => {
    if (state.status !== 'unreachable') return
    const timer = setInterval(() => void recheck(), askAgainEvery)
    return () => clearInterval(timer)
  }, [state.status, recheck])

  useEffect(() => {
    let asking = false
    return onUnauthorised(async (token) => {
      if (asking || !isCurrentToken(token)) return
      asking = true
      await recheck()
      asking = false
    })
  }, [recheck])

  useEffect(() => {
    // Signing out (or in) in one tab does it in all of them.
    function hear(event: StorageEvent) {
      if (event.key !== tokenKey && event.key !== null) return
      // a token that another tab's call renewed is the same person's
      const person = subjectOf(event.newValue)
      if (person !== undefined && person === subjectOf(event.oldValue)) return
      clearCache()
      setState(readToken() ? { status: 'checking' } : { status: 'visitor' })
      if (readToken()) void recheck()
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [recheck])

  const value = useMemo(() => ({ state, signIn, signOut, recheck }), [state, signIn, signOut, recheck])
  return <SessionContext value={value}>{children}</SessionContext>
}
