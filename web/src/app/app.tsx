import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/lib/cache/swr-config'
import { SessionProvider } from '@/lib/session/session-provider'
import { Announcer } from '@/ui/announcer'
import { Confirmation } from './confirmation'
import { LatePart, LateToaster } from './late-part'
import { LiveConnection } from './live-connection'
import { AppRoutes } from './routes'
import { Unsent } from './unsent'

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
