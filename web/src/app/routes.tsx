import type { ComponentType, ReactNode } from 'react'
import { Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { useTitle } from '@/lib/use-title'
import { lazyPage } from '@/ui/lazy-part'
import type { Screen } from '@/ui/screen'
import { SignedInPage, VisitorPage } from './guards'
import { NotFound } from './pages/not-found'
import { Splash } from './pages/splash'
import { screens } from './screens'
import { ScrollToTop } from './scroll-to-top'

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
