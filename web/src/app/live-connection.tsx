import { useEffect } from 'react'
import { live, onStatusChange } from '@/lib/cache/live-cache'
import { readToken } from '@/lib/http/token'
import { useSession } from '@/lib/session/session-context'
import { watchNewBookings } from '@/lib/unseen-bookings'
import { announce } from '@/ui/announcer'
import { createStatusAnnouncer } from './status-announcer'

/** ms in which a page asks for what it shows; what changes meanwhile comes with the catching up */
const headStart = 300

/** One connection for each session: it opens at sign-in and closes at sign-out. */
export function LiveConnection() {
  const { state, recheck } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const isLab = state.status === 'signed-in' && state.user.role === 'lab-partner'

  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let gone = false
    // Only signed-in people pay for socket.io (13 kB gzip), and what they came to see goes first.
    const waiting = setTimeout(async () => {
      const { connect } = await import('@/lib/live/connect')
      if (!gone) close = connect(live, { token: readToken, recheck })
    }, headStart)
    return () => {
      gone = true
      clearTimeout(waiting)
      close?.()
    }
  }, [userId, recheck])

  useEffect(() => (isLab ? watchNewBookings() : undefined), [isLab])

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
