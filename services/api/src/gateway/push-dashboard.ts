import { isDeepStrictEqual } from 'node:util'
import type { AnalyticsMessage } from '@jaanch/contracts/socket'
import type { Log } from '@jaanch/platform/logging'
import { backoff } from '@jaanch/platform/retry'
import { createWakeSignal, type WakeSignal } from '@jaanch/platform/wake-signal'

export type AnalyticsPush = {
  read: () => Promise<AnalyticsMessage>
  /** Rung whenever the projector committed, and when an admin has come */
  wakeSignal: WakeSignal
  /** How many admins have come so far, and whether one is here */
  audience: () => { came: number; present: boolean }
  emit: (message: AnalyticsMessage) => void
  log: Log
  signal: AbortSignal
}

/** Four a second. However many events there were meanwhile, they are read and sent together. */
const leastBetween = 250
/** Reading takes 10 ms of most platforms. Of one where it takes long, it may take a fifth of a connection's time. */
const restAfter = 4
/** What needs attention grows with time alone: without events it is counted anew so often */
const recountEvery = 10_000

/**
 * Sends the admins the platform's numbers as they change; nothing is read while no admin is connected. Whoever has just
 * come is sent them even if they have not changed, for they may have while the connection was away.
 */
export async function pushAnalytics(options: AnalyticsPush): Promise<void> {
  const { read, wakeSignal, audience, emit, log, signal } = options
  let told: AnalyticsMessage | undefined
  let toldTo = 0
  const pause = createWakeSignal()
  for (let failures = 0; !signal.aborted; ) {
    await wakeSignal.wait(failures > 0 ? backoff(failures, { maxMs: 5_000 }) : recountEvery, signal)
    const { came, present } = audience()
    if (signal.aborted || !present) continue
    const began = Date.now()
    try {
      const message = await read()
      const isNews = came > toldTo || !isDeepStrictEqual(message.analytics, told?.analytics)
      if (isNews) emit(message)
      told = message
      toldTo = came
      failures = 0
    } catch (error) {
      failures += 1
      log.debug({ err: error }, 'the analytics are not readable, trying again')
    }
    const took = Date.now() - began
    await pause.wait(Math.max(leastBetween - took, restAfter * took), signal)
  }
}
