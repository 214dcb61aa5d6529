import type { Role } from '@jaanch/contracts/vocabulary'
import { Compass, WifiOff } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import {
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { loginPath, nextPath, paths, startPath } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { isFor, isForLab } from '@/lib/session/staff'
import { useTitle } from '@/lib/use-title'
import { Button, ButtonLink } from '@/ui/button'
import { IconSpot } from '@/ui/icon-spot'
import { lazyPage } from '@/ui/lazy-part'
import type { Screen, VisitorAccess } from '@/ui/screen'
import { SupportContact } from '@/ui/support-contact'
import { toast } from '@/ui/toast-store'
import { usePageFocus, useShownPage } from './page'
import { Splash } from './pages/splash'
import { screens } from './screens'

const notFoundTexts = {
  title: 'Page Not Found',
  text: 'The address may be mistyped, or the page has moved.',
  home: 'Go to Home',
}

const unreachableTexts = {
  title: 'Reconnecting…',
  text: "Jaanch can't be reached at the moment. You stay signed in, and this page opens by itself.",
  recheck: 'Try again',
}

const signedOutTexts = ['You were signed out.', 'Please log in again to continue.'] as const

// Visitors have no menu.
const Shell = lazyPage(async () => (await import('./shell/shell')).Shell)
// One chunk per page: visitors never load the code of admins.
const pages = screens.map((screen) => ({ ...screen, Page: lazyPage(screen.load) }))

export function AppRoutes() {
  return (
    <Suspense fallback={<Splash />}>
      <ScrollToTop />
      <Routes>
        {pages.map(({ path, inShell, title, Page, ...screen }) => (
          <Route key={path} element={guardOf(screen)}>
            <Route element={inShell ? <Shell /> : <Outlet />}>
              <Route path={path} element={<Titled key={path} title={title} Page={Page} />} />
            </Route>
          </Route>
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  )
}

function guardOf({ access, ...roles }: Pick<Screen, 'access' | 'admins' | 'labs'>): ReactNode {
  if (access === 'everybody') return <Outlet />
  if (access === 'signed-in') return <SignedInPage {...roles} />
  return typeof access === 'string' ? <SignedInPage only={access} {...roles} /> : <VisitorPage {...access} />
}

function Titled({ title, Page }: { title: string | undefined; Page: ComponentType }) {
  useTitle(title)
  usePageFocus(title)
  useShownPage()
  return <Page />
}

function NotFound() {
  useTitle(notFoundTexts.title)
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div className="grid justify-items-center">
        <Logo />
        <IconSpot icon={Compass} className="mt-10 size-14 rounded-full bg-brand-soft text-brand-ink" />
        <h1 className="mt-4 font-bold text-3xl">{notFoundTexts.title}</h1>
        <p className="mt-2 max-w-sm text-ink-soft">{notFoundTexts.text}</p>
        <ButtonLink to="/" size="lg" className="mt-6">
          {notFoundTexts.home}
        </ButtonLink>
        <SupportContact lead="Questions?" className="mt-6 justify-center text-ink-soft" />
      </div>
    </main>
  )
}

/** A new page starts at its top; after Back the browser restores the scroll position. */
function ScrollToTop() {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useLayoutEffect(() => {
    if (!isBack) scrollTo(0, 0)
  }, [pathname])
  return null
}

/** Pages for visitors. A signed-in user with a role in `redirects` goes there, or to the `next` of the URL. */
function VisitorPage({ redirects, publicParams = [] }: VisitorAccess) {
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
 * Pages for signed-in users. A visitor goes to the landing page, a user with another role to /dashboard, an admin or a lab's person
 * whose role does not include it to where that role begins, and a user whose session was ended elsewhere to the login, which opens the
 * page again.
 */
function SignedInPage({ only, admins, labs }: Pick<Screen, 'admins' | 'labs'> & { only?: Role }) {
  const { state } = useSession()
  const { pathname, search } = useLocation()
  if (state.status === 'checking') return <Splash />
  if (state.status === 'unreachable') return <Unreachable />
  if (state.status === 'visitor' && state.endedFor)
    return <SignedOut to={loginPath(pathname + search, state.endedFor)} />
  if (state.status === 'visitor') return <Navigate to={paths.landing} replace />
  if (only && state.user.role !== only) return <Navigate to={paths.dashboard} replace />
  if (!isFor(state.user, admins) || !isForLab(state.user, labs)) {
    return <Navigate to={startPath(state.user)} replace />
  }
  return <Outlet />
}

function SignedOut({ to }: { to: string }) {
  useEffect(() => toast.info(...signedOutTexts), [])
  return <Navigate to={to} replace />
}

const loadAgain = () => location.reload()

/**
 * There is a token, but the API does not respond: the session repeats the check. A page that began without a network begins anew when
 * there is one: the parts that the browser could not preload fail until then, and nothing was entered yet.
 */
function Unreachable() {
  const { recheck } = useSession()
  useEffect(() => {
    addEventListener('online', loadAgain)
    return () => removeEventListener('online', loadAgain)
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div role="status">
        <IconSpot icon={WifiOff} className="mx-auto size-14 rounded-full bg-accent-soft text-accent-ink" />
        <h1 className="mt-4 font-semibold text-xl">{unreachableTexts.title}</h1>
        <p className="mt-1 max-w-sm text-ink-soft">{unreachableTexts.text}</p>
        <Button className="mt-5" onClick={() => void recheck()}>
          {unreachableTexts.recheck}
        </Button>
      </div>
    </main>
  )
}
