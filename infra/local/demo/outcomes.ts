import { slotStart } from '@jaanch/contracts/calendar'
import type { BookingPlan, Stage } from './booking-steps.ts'
import { createRandom } from './random.ts'

type Outcome = Pick<BookingPlan, 'until' | 'cancelled'>

const hour = 3_600_000

/** Share of cancelled bookings, and the reasons */
const cancelledShare = 0.07
const cancellations: { weight: number; outcome: Outcome }[] = [
  { weight: 10, outcome: { until: 'confirmed', cancelled: 'customer-request' } },
  { weight: 4, outcome: { until: 'assigned', cancelled: 'lab-unavailable' } },
  { weight: 3, outcome: { until: 'placed', cancelled: 'duplicate' } },
  { weight: 2, outcome: { until: 'confirmed', cancelled: 'other' } },
]

/**
 * The last stages of bookings by the number of hours since their collection began (below 0: in the future). The bookings of
 * a window take its stages in rotation, not at random: the demo must show every status at any hour at which it is loaded,
 * although no samples are collected at night.
 */
const windows: { hoursAgo: number; stages: Stage[] }[] = [
  { hoursAgo: 0, stages: ['completed', 'placed', 'completed', 'assigned', 'completed'] },
  { hoursAgo: 2, stages: ['completed'] },
  { hoursAgo: 20, stages: ['collected', 'processed', 'completed'] },
  { hoursAgo: 60, stages: ['completed', 'processed', 'completed', 'completed', 'completed'] },
  { hoursAgo: Number.POSITIVE_INFINITY, stages: ['completed'] },
]

/**
 * Chooses the last stage of each booking. Old ones are completed or cancelled. Steps after the anchor are left out later, so
 * a recent booking may end at an earlier stage.
 */
export function withOutcomes(
  bookings: readonly Omit<BookingPlan, keyof Outcome>[],
  anchor: Date,
): BookingPlan[] {
  const counts = windows.map(() => 0)

  function nextStage(hoursAgo: number): Stage {
    const window = windows.findIndex((candidate) => hoursAgo < candidate.hoursAgo)
    const { stages = [] } = windows[window] ?? {}
    const count = counts[window] ?? 0
    counts[window] = count + 1
    return stages[count % stages.length] ?? 'completed'
  }

  return bookings.map((booking) => {
    const random = createRandom('fate', booking.bookingId)
    if (random.chance(cancelledShare)) {
      return { ...booking, ...random.weighted(cancellations, ({ weight }) => weight).outcome }
    }
    const { slot, placedAt } = booking
    const collection = slot ? slotStart(slot.date, slot.time).getTime() : placedAt.getTime() + 2 * hour
    return { ...booking, until: nextStage((anchor.getTime() - collection) / hour) }
  })
}
