import type { UserView } from '@jaanch/account/sessions/api'
import type { Role } from '@jaanch/contracts/vocabulary'
import { createContext, useContext } from 'react'
import { userName } from '../format/text'
import { createStoredSetting } from '../storage'

/** `name` is never empty ('User' if the account has none); `storedName` is the account's own, for a form that edits it. */
export type SessionUser = UserView & { storedName: string }

/** Where the API's user enters the client, so that no screen has to handle a missing name. */
export function toSessionUser(user: Omit<UserView, 'name'> & { name: string | null }): SessionUser {
  return { ...user, name: userName(user.name), storedName: user.name ?? '' }
}

export type SessionState =
  /** `endedFor`: the role of the user whose session is over by the clock of this device, which the server has to confirm */
  | { status: 'checking'; endedFor?: Role | undefined }
  /** `endedFor`: the role of the user whose session ended elsewhere while the page was open */
  | { status: 'visitor'; endedFor?: Role | undefined }
  | { status: 'signed-in'; user: SessionUser }
  /** There is a token, but the API did not respond: the token is not removed, and the check is repeated. */
  | { status: 'unreachable' }

export type SessionValue = {
  state: SessionState
  signIn: (token: string, user: UserView) => void
  signOut: () => void
  /** Checks the token again. @returns false if the session has ended; true if it is valid or the API did not respond */
  recheck: () => Promise<boolean>
}

export const SessionContext = createContext<SessionValue | null>(null)

export function useSession(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** For screens behind a guard, where a user is always signed in. */
export function useUser(): SessionUser {
  const { state } = useSession()
  if (state.status !== 'signed-in') throw new Error('useUser needs a signed-in user')
  return state.user
}

const remembered = createStoredSetting<SessionUser | null>('remembered_user', (stored) =>
  typeof stored === 'object' && stored !== null && 'id' in stored && 'name' in stored
    ? (stored as SessionUser)
    : null,
)

/**
 * Remembers who is signed in, on a device that opens without a network: a collector's phone while it keeps a round. The server still
 * refuses a token that is not valid any more with the first call.
 * @param user null: nobody any more, with the end of the round or of the session
 */
export function rememberUser(user: SessionUser | null): void {
  if (user !== null || remembered.get() !== null) remembered.set(user)
}

/** @param userId the user of the stored token @returns undefined unless this user is remembered */
export function rememberedUser(userId: string | undefined): SessionUser | undefined {
  const user = remembered.get()
  return user !== null && user.id === userId ? user : undefined
}
