import { BrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { SessionProvider } from '@/lib/session/session-provider'
import { swrConfig } from '@/lib/swr/swr-config'
import { Announcer } from '@/ui/announcer'
import { Toaster } from '@/ui/toaster'
import { LiveConnection } from './live-connection'
import { AppRoutes } from './routes'

export function App() {
  return (
    <SWRConfig value={swrConfig}>
      <SessionProvider>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
        <LiveConnection />
        <Toaster />
        <Announcer />
      </SessionProvider>
    </SWRConfig>
  )
}
