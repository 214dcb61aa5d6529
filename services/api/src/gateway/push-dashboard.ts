import { isDeepStrictEqual } from 'node:util'
import type { Log } from '@jaanch/platform/logging'
import { pause, runLoop, type WakeSignal } from '@jaanch/platform/run-loop'
import type { AnalyticsMessage } from '../socket-api.ts'

/** `connections`: number of connections by admins since the process started */
export type AdminPresence = { connections: number; isConnected: boolean }

export type DashboardPush = {
  read: () => Promise<AnalyticsMessage>
  /** Notified when the projector has committed, and when an admin has connected */
  wakeSignal: WakeSignal
  adminPresence: () => AdminPresence
  emit: (message: AnalyticsMessage) => void
  log: Log
  signal: AbortSignal
}

/** At most four messages per second, however many events there are */
const minIntervalMs = 250
/** A read takes 10 ms on most installations. If it takes long, the pause is four times as long: reads use a fifth of a connection. */
const pauseFactor = 4
/** The bookings that need attention change with time alone, without events */
const refreshMs = 10_000

/**
 * Sends the dashboard to connected admins when it changes; nothing is read while no admin is connected. After an admin has
 * connected it is sent even if it has not changed: that admin may have missed the last message.
 */
export function pushDashboard(options: DashboardPush): Promise<void> {
  const { read, wakeSignal, adminPresence, emit, log, signal } = options
  let lastSent: AnalyticsMessage | undefined
  let connectionsAtLastSend = 0
  return runLoop({
    name: 'the push of the dashboard',
    async pass() {
      const { connections, isConnected } = adminPresence()
      if (!isConnected) return false
      const startedAt = Date.now()
      const message = await read()
      const hasChanged = !isDeepStrictEqual(message.analytics, lastSent?.analytics)
      if (hasChanged || connections > connectionsAtLastSend) emit(message)
      lastSent = message
      connectionsAtLastSend = connections
      const took = Date.now() - startedAt
      await pause(Math.max(minIntervalMs - took, pauseFactor * took), signal)
      return false
    },
    wakeSignal,
    pollMs: refreshMs,
    maxPauseMs: 5_000,
    onError: (error) => log.warn({ err: error }, 'the dashboard cannot be read, trying again'),
    signal,
  })
}
