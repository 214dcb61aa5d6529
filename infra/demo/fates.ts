import { slotStart } from '@jaanch/contracts/calendar'
import type { Plan, Stage } from './course.ts'
import { createRandom } from './random.ts'

type Fate = Pick<Plan, 'until' | 'cancelled'>

const hour = 3_600_000

/** Seven in a hundred bookings come to nothing, for one of these reasons. */
const cancelledShare = 0.07
const cancellations: { weight: number; fate: Fate }[] = [
  { weight: 10, fate: { until: 'confirmed', cancelled: 'customer-request' } },
  { weight: 4, fate: { until: 'assigned', cancelled: 'lab-unavailable' } },
  { weight: 3, fate: { until: 'placed', cancelled: 'duplicate' } },
  { weight: 2, fate: { until: 'confirmed', cancelled: 'other' } },
]

/**
 * Of the bookings whose collection began so many hours ago, or is still to come, each in its turn waits at a stage. Turns
 * and not chance: the demo must show every status at whatever hour it is loaded, and nobody collects at night.
 */
const turns: { hoursAgo: number; stages: Stage[] }[] = [
  { hoursAgo: 0, stages: ['completed', 'placed', 'completed', 'assigned', 'completed'] },
  { hoursAgo: 2, stages: ['completed'] },
  { hoursAgo: 20, stages: ['collected', 'processed', 'completed'] },
  { hoursAgo: 60, stages: ['completed', 'processed', 'completed', 'completed', 'completed'] },
  { hoursAgo: Number.POSITIVE_INFINITY, stages: ['completed'] },
]

/**
 * Decides what becomes of each booking. What is old is completed or cancelled; a recent one that doesn't wait stands where
 * the hour finds it, for a step that would be in the future isn't taken.
 */
export function withFates(bookings: readonly Omit<Plan, keyof Fate>[], anchor: Date): Plan[] {
  const taken = turns.map(() => 0)

  function nextStage(hoursAgo: number): Stage {
    const window = turns.findIndex((turn) => hoursAgo < turn.hoursAgo)
    const { stages = [] } = turns[window] ?? {}
    const turn = taken[window] ?? 0
    taken[window] = turn + 1
    return stages[turn % stages.length] ?? 'completed'
  }

  return bookings.map((booking) => {
    const random = createRandom('fate', booking.bookingId)
    if (random.chance(cancelledShare)) {
      return { ...booking, ...random.weighted(cancellations, ({ weight }) => weight).fate }
    }
    const { slot, placedAt } = booking
    const collection = slot ? slotStart(slot.date, slot.time).getTime() : placedAt.getTime() + 2 * hour
    return { ...booking, until: nextStage((anchor.getTime() - collection) / hour) }
  })
}
