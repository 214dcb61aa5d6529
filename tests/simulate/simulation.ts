import { setTimeout } from 'node:timers/promises'
import type { Cast } from './cast.ts'
import type { Api } from './http.ts'
import { live } from './life.ts'
import { between } from './pick.ts'

export type Outcome = {
  placed: number
  /** Bookings that were due and not begun, for too many were on their way */
  heldBack: number
  /** How often each error was met */
  errors: Map<string, number>
  /** What placing took, ms */
  took: number[]
  /** From the first booking to the last, s */
  seconds: number
}

export type Plan = { rate: number; seconds: number; bookings: number; signal: AbortSignal }

/** More than this on their way, and the API does not keep up: more would only wait in line. */
const mostAtOnce = 1_500
const tick = 20

/**
 * Places bookings at a steady rate, whatever the answers take, and takes each through its life. It ends by itself: after
 * its seconds or its bookings it places no more, and the ones on their way go to their ends without waiting.
 */
export async function simulate(api: Api, cast: Cast, plan: Plan, progress: (outcome: Outcome) => void) {
  const outcome: Outcome = { placed: 0, heldBack: 0, errors: new Map(), took: [], seconds: 0 }
  const onTheWay = new Set<Promise<void>>()
  const began = performance.now()
  let isOver = false
  let begun = 0
  let reported = 0

  function begin(): void {
    const life = live(api, cast, {
      pause: () => (isOver ? 0 : between(200, 4_000)),
      placed(took) {
        outcome.placed += 1
        outcome.took.push(took)
      },
    })
      .catch((error: Error) => {
        outcome.errors.set(error.message, (outcome.errors.get(error.message) ?? 0) + 1)
      })
      .finally(() => onTheWay.delete(life))
    onTheWay.add(life)
  }

  while (!plan.signal.aborted) {
    const elapsed = (performance.now() - began) / 1_000
    if (elapsed >= plan.seconds || begun >= plan.bookings) break
    for (const due = Math.min(plan.bookings, Math.floor(elapsed * plan.rate)); begun < due; begun += 1) {
      if (onTheWay.size < mostAtOnce) begin()
      else outcome.heldBack += 1
    }
    if (elapsed - reported >= 5) {
      reported = elapsed
      progress({ ...outcome, seconds: elapsed })
    }
    await setTimeout(tick)
  }
  outcome.seconds = (performance.now() - began) / 1_000
  isOver = true
  while (onTheWay.size > 0) await Promise.all(onTheWay)
  return outcome
}
