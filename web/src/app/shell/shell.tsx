import { Suspense } from 'react'
import { Outlet, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { useUnread } from '@/lib/resources/notifications'
import { useSession, useUser } from '@/lib/session/session-context'
import { SkipLink } from '@/ui/skip-link'
import { Splash } from '../pages/splash'
import { BottomBar } from './bottom-bar'
import { frameOf } from './menus'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'

export function Shell() {
  const { role, name } = useUser()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const notifications = useUnread()
  const frame = frameOf(role)

  function leave() {
    signOut()
    navigate(paths.landing)
  }

  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar frame={frame} name={name} notifications={notifications} onSignOut={leave} />
      <div className="flex min-w-0 grow flex-col">
        <TopBar frame={frame} name={name} notifications={notifications} onSignOut={leave} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1200px] grow px-4 pt-6 pb-28 outline-none sm:px-6 sm:pt-8 lg:pb-12"
        >
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar frame={frame} />
    </div>
  )
}
