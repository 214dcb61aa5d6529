import { setTimeout } from 'node:timers/promises'
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import type { Participants } from '@jaanch/tests/support/participants'
import { simulateBooking } from './simulate-booking.ts'
import type { Rounds } from './visit.ts'

export type Result = {
  placed: number
  /** Bookings that were due but not started, because too many were in progress */
  skipped: number
  /** Bookings that were refused because no lab had room for them, as is expected of the cities whose labs declared limits */
  full: number
  /** The count of each error */
  errors: Map<string, number>
  /** Of the labs that have a crew */
  rounds: Rounds
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
const noRoom = /"code":"(slot-full|instant-unavailable)"/

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
  const rounds = { visits: 0, failed: 0, rejected: 0, recollected: 0 }
  const errors = new Map<string, number>()
  const result: Result = { placed: 0, skipped: 0, full: 0, errors, rounds, durations: [], seconds: 0 }
  const inProgress = new Set<Promise<void>>()
  const startedAt = performance.now()
  let isEnding = false
  let started = 0
  let reportedAt = 0

  function startBooking(): void {
    // choices of its own, so that they do not depend on how long the others take
    const random = createRandom('simulated booking', plan.random.between(0, 1))
    const pauses = createRandom('simulated pauses', plan.random.between(0, 1))
    const booking = simulateBooking(client, participants, {
      random,
      pauseMs: () => (isEnding ? 0 : pauses.between(200, 4_000)),
      onRound(what) {
        rounds[what] += 1
      },
      onPlaced(duration) {
        result.placed += 1
        result.durations.push(duration)
      },
    })
      .catch((error: Error) => {
        if (noRoom.test(error.message)) result.full += 1
        else errors.set(error.message, (errors.get(error.message) ?? 0) + 1)
      })
      .finally(() => inProgress.delete(booking))
    inProgress.add(booking)
  }

  while (!plan.signal.aborted) {
    const elapsed = (performance.now() - startedAt) / 1_000
    const due = Math.min(plan.bookings, Math.floor(Math.min(elapsed, plan.seconds) * plan.rate))
    for (; started < due; started += 1) {
      if (inProgress.size < maxInProgress) startBooking()
      else result.skipped += 1
    }
    if (elapsed >= plan.seconds || started >= plan.bookings) break
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
