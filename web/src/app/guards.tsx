import type { Role } from '@jaanch/contracts/vocabulary'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { loginPath, nextPath, paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import type { VisitorAccess } from '@/ui/screen'
import { toast } from '@/ui/toast-store'
import { Splash } from './pages/splash'

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

/** There is a token, but the API does not respond: the session repeats the check. */
function Unreachable() {
  const { recheck } = useSession()
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div role="status">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <WifiOff className="size-6" aria-hidden />
        </span>
        <h1 className="mt-4 font-semibold text-xl">Reconnecting…</h1>
        <p className="mt-1 max-w-sm text-ink-soft">
          Jaanch can't be reached at the moment. You stay signed in, and this page opens by itself.
        </p>
        <Button className="mt-5" onClick={() => void recheck()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
