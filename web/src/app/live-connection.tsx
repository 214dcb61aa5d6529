import { useEffect } from 'react'
import { statusLooks } from '@/components/booking/status'
import { prescriptionLooks } from '@/components/prescription/status'
import { watchArrivals } from '@/lib/arrivals'
import { useSession } from '@/lib/session/session-context'
import { readToken } from '@/lib/session/token'
import { live, onMoved } from '@/lib/swr/live'
import { announce } from '@/ui/announcer'

/** One connection for each session: it opens at sign-in and closes at sign-out. */
export function LiveConnection() {
  const { state, recheck } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const isLab = state.status === 'signed-in' && state.user.role === 'lab-partner'

  useEffect(() => {
    if (!userId) return
    let close: (() => void) | undefined
    let gone = false
    // Only signed-in people pay for socket.io (13 kB gzip).
    void import('@/lib/live/connect').then(({ connect }) => {
      if (!gone) close = connect(live, { token: readToken, recheck })
    })
    return () => {
      gone = true
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
