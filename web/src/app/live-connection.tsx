import { useEffect } from 'react'
import { watchNewBookings } from '@/features/booking/lab/unseen-bookings'
import { live, onStatusChange } from '@/lib/cache/live-cache'
import { whenAnswered } from '@/lib/cache/swr-config'
import { readToken } from '@/lib/http/token'
import { loadPart } from '@/lib/parts/load-part'
import { useSession } from '@/lib/session/session-context'
import { announce } from '@/ui/announcer'
import { whenPageShown } from './page'
import { createStatusAnnouncer } from './status-announcer'

/** How long the connection waits for the answers to the page's own requests: one that hangs holds no live update back, ms */
const longestWaitMs = 3_000

/** One connection per session, opened after signing in and closed after signing out. */
export function LiveConnection() {
  const { state, recheck } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const isLab = state.status === 'signed-in' && state.user.role === 'lab-partner'

  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let unmounted = false
    async function open(): Promise<void> {
      // The page's own requests go first. The catch-up begins at the oldest of their answers: one that arrived later would lack
      // what happened before the connection, and the page would ask for it again.
      await whenPageShown()
      await whenAnswered(longestWaitMs)
      if (unmounted) return
      // Loaded here, because visitors do not need socket.io (13 kB gzip).
      const { connect } = await loadPart(() => import('@/lib/live/connect'))
      if (!unmounted) close = connect(live, { token: readToken, recheck })
    }
    void open()
    return () => {
      unmounted = true
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
