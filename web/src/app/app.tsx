import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/lib/cache/swr-config'
import { SessionProvider } from '@/lib/session/session-provider'
import { Announcer } from '@/ui/announcer'
import { LatePart, LateToaster } from './late-part'
import { LiveConnection } from './live-connection'
import { Confirmation, Unsent } from './questions'
import { AppRoutes } from './routes'

const loadBanner = async () => (await import('./maintenance-banner')).MaintenanceBanner

type AppProps = { router?: ComponentType<{ children: ReactNode }> }

export function App({ router: Router = BrowserRouter }: AppProps) {
  return (
    <SWRConfig value={swrConfig}>
      <SessionProvider>
        <Router>
          <AppRoutes />
          <Confirmation />
          <Unsent />
        </Router>
        <LiveConnection />
        <LateToaster />
        <LatePart load={loadBanner} />
        <Announcer />
      </SessionProvider>
    </SWRConfig>
  )
}
