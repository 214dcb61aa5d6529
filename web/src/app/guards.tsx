import type { Role } from '@jaanch/contracts/vocabulary'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { loginPath, nextPath, paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import type { VisitorAccess } from '@/ui/screen'
import { toast } from '@/ui/toast-store'
import { Splash } from './pages/splash'
import { Unreachable } from './pages/unreachable'

/** Pages for visitors. A signed-in user with a role in `redirects` goes there, or to the `next` of the URL. */
export function VisitorPage({ redirects, publicParams = [] }: VisitorAccess) {
  const { state } = useSession()
  const [search] = useSearchParams()
  if (state.status === 'checking') return <Splash />
  const isPublic = publicParams.some((name) => search.has(name))
  if (state.status === 'unreachable' && !isPublic) return <Unreachable />
  if (state.status === 'signed-in' && !isPublic) {
    const to = redirects[state.user.role] ?? redirects.other
    if (to) return <Navigate to={nextPath(search) ?? to} replace />
  }
  return <Outlet />
}

/**
 * Pages for signed-in users. A visitor goes to the landing page, a user with another role to /dashboard, and one whose session was
 * ended elsewhere to the login, from where the page is opened again.
 */
export function SignedInPage({ only }: { only?: Role }) {
  const { state } = useSession()
  const { pathname, search } = useLocation()
  if (state.status === 'checking') return <Splash />
  if (state.status === 'unreachable') return <Unreachable />
  if (state.status === 'visitor' && state.endedFor)
    return <SignedOut to={loginPath(pathname + search, state.endedFor)} />
  if (state.status === 'visitor') return <Navigate to={paths.landing} replace />
  if (only && state.user.role !== only) return <Navigate to={paths.dashboard} replace />
  return <Outlet />
}

function SignedOut({ to }: { to: string }) {
  useEffect(() => toast.info('You were signed out.', 'Please log in again to continue.'), [])
  return <Navigate to={to} replace />
}
