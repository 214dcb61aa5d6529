import { setTimeout } from 'node:timers/promises'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import type { Participants } from '@jaanch/tests/support/participants'
import { simulateBooking } from './simulate-booking.ts'

export type Result = {
  placed: number
  /** Bookings that were due but not started, because too many were in progress */
  skipped: number
  /** The count of each error */
  errors: Map<string, number>
  /** How long each placing took, ms */
  durations: number[]
  /** From the first booking to the last, s */
  seconds: number
}

export type Plan = {
  /** bookings per second */
  rate: number
  seconds: number
  bookings: number
  random: Random
  signal: AbortSignal
}

/** With more bookings in progress the API is overloaded, and further ones would only wait. */
const maxInProgress = 1_500
const tickMs = 20

/**
 * Places bookings at a steady rate, independent of the response times, and moves each to its last stage. It ends after
 * `seconds` or `bookings`: then no more are placed, and those in progress are finished without pauses.
 */
export async function simulate(
  client: Client,
  participants: Participants,
  plan: Plan,
  onProgress: (result: Result) => void,
): Promise<Result> {
  const result: Result = { placed: 0, skipped: 0, errors: new Map(), durations: [], seconds: 0 }
  const inProgress = new Set<Promise<void>>()
  const startedAt = performance.now()
  let isEnding = false
  let started = 0
  let reportedAt = 0

  function startBooking(): void {
    const booking = simulateBooking(client, participants, {
      random: plan.random,
      pauseMs: () => (isEnding ? 0 : plan.random.between(200, 4_000)),
      onPlaced(duration) {
        result.placed += 1
        result.durations.push(duration)
      },
    })
      .catch((error: Error) => {
        result.errors.set(error.message, (result.errors.get(error.message) ?? 0) + 1)
      })
      .finally(() => inProgress.delete(booking))
    inProgress.add(booking)
  }

  while (!plan.signal.aborted) {
    const elapsed = (performance.now() - startedAt) / 1_000
    if (elapsed >= plan.seconds || started >= plan.bookings) break
    for (const due = Math.min(plan.bookings, Math.floor(elapsed * plan.rate)); started < due; started += 1) {
      if (inProgress.size < maxInProgress) startBooking()
      else result.skipped += 1
    }
    if (elapsed - reportedAt >= 5) {
      reportedAt = elapsed
      onProgress({ ...result, seconds: elapsed })
    }
    await setTimeout(tickMs)
  }
  result.seconds = (performance.now() - startedAt) / 1_000
  isEnding = true
  while (inProgress.size > 0) await Promise.all(inProgress)
  return result
}
