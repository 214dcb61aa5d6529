import type { SessionUser, SessionValue } from '@/lib/session/session-context'

/** @param user none: a visitor */
export function createSession(user?: Partial<SessionUser>): SessionValue {
  return {
    state: user ? { status: 'signed-in', user: user as SessionUser } : { status: 'visitor' },
    signIn: () => {},
    signOut: () => {},
    recheck: async () => true,
  }
}
