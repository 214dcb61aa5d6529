import { type ComponentType, type ReactNode, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { live, onStatusChange } from '@/lib/cache/live-cache'
import { swrConfig } from '@/lib/cache/swr-config'
import { readToken } from '@/lib/http/token'
import { loadPart } from '@/lib/parts/load-part'
import { useSession } from '@/lib/session/session-context'
import { SessionProvider } from '@/lib/session/session-provider'
import { watchNewBookings } from '@/lib/unseen-bookings'
import { Announcer, announce } from '@/ui/announcer'
import { Confirmation } from './confirmation'
import { LatePart } from './late-part'
import { LateToaster } from './late-toaster'
import { AppRoutes } from './routes'
import { createStatusAnnouncer } from './status-announcer'
import { Unsent } from './unsent'

/** The page's own requests go first; changes in the meantime arrive with the catch-up. */
const connectDelayMs = 300

/** One connection per session, opened after signing in and closed after signing out. */
function LiveConnection() {
  const { state, recheck } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const isLab = state.status === 'signed-in' && state.user.role === 'lab-partner'

  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let unmounted = false
    // Loaded here, because visitors do not need socket.io (13 kB gzip).
    const timer = setTimeout(async () => {
      const { connect } = await loadPart(() => import('@/lib/live/connect'))
      if (!unmounted) close = connect(live, { token: readToken, recheck })
    }, connectDelayMs)
    return () => {
      unmounted = true
      clearTimeout(timer)
      close?.()
    }
  }, [userId, recheck])

  useEffect(() => (isLab ? watchNewBookings() : undefined), [isLab])

  useEffect(() => {
    addEventListener('online', live.retryFailed)
    return () => removeEventListener('online', live.retryFailed)
  }, [])

  useEffect(() => {
    const announcer = createStatusAnnouncer(announce)
    const stopListening = onStatusChange(announcer.onStatusChange)
    return () => {
      stopListening()
      announcer.stop()
    }
  }, [])
  return null
}

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
