import { createStoredSetting } from '../stored-setting'
import type { SessionUser } from './session-context'

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

/** @param userId of the stored token. @returns undefined unless this user is remembered */
export function rememberedUser(userId: string | undefined): SessionUser | undefined {
  const user = remembered.get()
  return user !== null && user.id === userId ? user : undefined
}
