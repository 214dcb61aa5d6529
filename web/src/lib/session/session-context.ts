import type { UserView } from '@jaanch/contracts/http/auth'
import { createContext, useContext } from 'react'

export type SessionState =
  | { status: 'checking' }
  | { status: 'visitor' }
  | { status: 'signed-in'; user: UserView }
  /** There is a token, but the API could not be asked: it stays, and we ask again */
  | { status: 'unreachable' }

export type SessionValue = {
  state: SessionState
  signIn: (token: string, user: UserView) => void
  signOut: () => void
  /** @returns true if the session stands, or nobody could be asked */
  recheck: () => Promise<boolean>
}

export const SessionContext = createContext<SessionValue | null>(null)

export function useSession(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** For screens behind a guard, where somebody is signed in. */
export function useUser(): UserView {
  const { state } = useSession()
  if (state.status !== 'signed-in') throw new Error('useUser needs a signed-in user')
  return state.user
}
