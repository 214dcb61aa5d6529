import { Compass } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { useTitle } from '@/lib/use-title'
import { ButtonLink } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-part'
import type { Screen } from '@/ui/screen'
import { SignedInPage, VisitorPage } from './guards'
import { Splash } from './pages/splash'
import { screens } from './screens'

// Visitors have no menu.
const Shell = lazyPage(async () => (await import('./shell/shell')).Shell)
// One chunk per page: visitors never load the code of admins.
const pages = screens.map((screen) => ({ ...screen, Page: lazyPage(screen.load) }))

export function AppRoutes() {
  return (
    <Suspense fallback={<Splash />}>
      <ScrollToTop />
      <Routes>
        {pages.map(({ path, access, inShell, title, Page }) => (
          <Route key={path} element={guardOf(access)}>
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

function guardOf(access: Screen['access']): ReactNode {
  if (access === 'everybody') return <Outlet />
  if (access === 'signed-in') return <SignedInPage />
  return typeof access === 'string' ? <SignedInPage only={access} /> : <VisitorPage {...access} />
}

function Titled({ title, Page }: { title: string | undefined; Page: ComponentType }) {
  useTitle(title)
  return <Page />
}

function NotFound() {
  useTitle('Page Not Found')
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div className="grid justify-items-center">
        <Logo />
        <span className="mt-10 grid size-14 place-items-center rounded-full bg-brand-soft text-brand-ink">
          <Compass className="size-6" aria-hidden />
        </span>
        <h1 className="mt-4 font-bold text-3xl">Page Not Found</h1>
        <p className="mt-2 max-w-sm text-ink-soft">The address may be mistyped, or the page has moved.</p>
        <ButtonLink to="/" size="lg" className="mt-6">
          Go to Home
        </ButtonLink>
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
