import { useEffect } from 'react'
import { statusLooks } from '@/components/booking/status'
import { prescriptionLooks } from '@/components/prescription/status'
import { watchArrivals } from '@/lib/arrivals'
import { useSession } from '@/lib/session/session-context'
import { readToken } from '@/lib/session/token'
import { live, onMoved } from '@/lib/swr/live'
import { announce } from '@/ui/announcer'

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

  useEffect(() => (isLab ? watchArrivals() : undefined), [isLab])

  useEffect(
    () =>
      onMoved(({ before, after }) => {
        if ('originalFileName' in after) {
          return announce(`Prescription ${after.originalFileName}: ${prescriptionLooks[after.status].label}`)
        }
        if (!('packageName' in after)) return
        const status = statusLooks[after.status].label
        announce(
          before ? `${after.packageName} is now: ${status}` : `New booking: ${after.packageName}, ${status}`,
        )
      }),
    [],
  )
  return null
}
