import type { Role } from '@jaanch/contracts/vocabulary'
import { Navigate, Outlet, useSearchParams } from 'react-router-dom'
import { nextPath, paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Splash } from './pages/splash'
import { Unreachable } from './pages/unreachable'

type Away = Partial<Record<Role | 'other', string>>

type AsVisitorProps = {
  away: Away
  /** With one of these in its query the page is for everyone: a link from a mail works for who is signed in, too */
  except?: readonly string[]
}

/** Pages for visitors: who is signed in with a role named in `away` is sent there, or to the address's `next`. */
export function AsVisitor({ away, except = [] }: AsVisitorProps) {
  const { state } = useSession()
  const [search] = useSearchParams()
  if (state.status === 'checking') return <Splash />
  if (state.status === 'unreachable' && !except.some((name) => search.has(name))) return <Unreachable />
  if (state.status === 'signed-in' && !except.some((name) => search.has(name))) {
    const to = away[state.user.role] ?? away.other
    if (to) return <Navigate to={nextPath(search) ?? to} replace />
  }
  return <Outlet />
}

/** Pages for the signed-in: a visitor goes to the landing page, another role to /dashboard. */
export function ForRole({ only }: { only?: Role }) {
  const { state } = useSession()
  if (state.status === 'checking') return <Splash />
  if (state.status === 'unreachable') return <Unreachable />
  if (state.status === 'visitor') return <Navigate to={paths.landing} replace />
  if (only && state.user.role !== only) return <Navigate to={paths.dashboard} replace />
  return <Outlet />
}
