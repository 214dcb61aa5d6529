import type { Costs } from './costs.ts'
import type { Size } from './model.ts'

/** Events a second that a rebuild folds: docs/performance.md, "replay of the log" */
const rebuildPerSecond = 43_000

/** @returns how long a rebuild of the read tables takes after a year, s */
export function rebuildSeconds({ bookings }: Size, { eventsEach }: Pick<Costs, 'eventsEach'>): number {
  return (bookings * 365 * eventsEach) / rebuildPerSecond
}
