import { type ComponentType, type ReactNode, useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/lib/cache/swr-config'
import { onConfirmationRequired } from '@/lib/http/call'
import { confirmation } from '@/lib/session/questions'
import { useSession } from '@/lib/session/session-context'
import { SessionProvider } from '@/lib/session/session-provider'
import { useStore } from '@/lib/store'
import { Announcer } from '@/ui/announcer'
import { lazyDialog } from '@/ui/lazy-part'
import { LatePart, LateToaster } from './late-part'
import { LiveConnection } from './live-connection'
import { AppRoutes } from './routes'
import { UnsentEntries } from './unsent-entries'

const loadBanner = async () => (await import('./maintenance-banner')).MaintenanceBanner

type AppProps = { router?: ComponentType<{ children: ReactNode }> }

export function App({ router: Router = BrowserRouter }: AppProps) {
  return (
    <SWRConfig value={swrConfig}>
      <SessionProvider>
        <Router>
          <AppRoutes />
          <Confirmation />
          <UnsentEntries />
        </Router>
        <LiveConnection />
        <LateToaster />
        <LatePart load={loadBanner} />
        <Announcer />
      </SessionProvider>
    </SWRConfig>
  )
}

const ConfirmSessionDialog = lazyDialog(
  async () => (await import('@/features/account/security/confirm-session-dialog')).ConfirmSessionDialog,
)

/** Asks the user for the password again when a call needs it. */
function Confirmation() {
  const question = useStore(confirmation)
  const isSignedIn = useSession().state.status === 'signed-in'
  const { pathname } = useLocation()
  useEffect(() => onConfirmationRequired(confirmation.ask), [])
  // it is about a command of this page and this session
  // biome-ignore lint/correctness/useExhaustiveDependencies: given up when one of them changes
  useEffect(() => () => confirmation.get()?.settle(false), [pathname, isSignedIn])
  if (!question) return null
  return (
    <ConfirmSessionDialog onConfirmed={() => question.settle(true)} onClose={() => question.settle(false)} />
  )
}
