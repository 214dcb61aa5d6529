import type { SessionUser, SessionValue } from '@/lib/session/session-context'

/** @param user none: a visitor */
export function createSession(user?: Partial<SessionUser>): SessionValue {
  const roles = {
    staffRole: user?.role === 'admin' ? 'owner' : null,
    labRole: user?.role === 'lab-partner' ? 'owner' : null,
  }
  return {
    state: user ? { status: 'signed-in', user: { ...roles, ...user } as SessionUser } : { status: 'visitor' },
    signIn: () => {},
    signOut: () => {},
    recheck: async () => true,
  }
}
