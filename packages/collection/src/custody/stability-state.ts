import type { Stability } from '../custody-facts.ts'

export type StabilityState = 'within' | 'ending' | 'over'

/**
 * Whether a tube reaches, or reached, the laboratory in time.
 * @param tube `drawnAt` and `at`, which is the receipt, or now as long as the tube is on its way
 * @returns `ending` in the last fifth of the window, and in its last half hour; a tube that comes exactly at its end is not late,
 * one without a window never
 */
export function stabilityState({
  drawnAt,
  at,
  windowMs,
}: {
  drawnAt: Date
  at: Date
  windowMs: Stability['windowMs']
}): StabilityState {
  if (windowMs === null) return 'within'
  const leftMs = drawnAt.getTime() + windowMs - at.getTime()
  if (leftMs < 0) return 'over'
  return leftMs <= Math.max(windowMs / 5, 30 * 60_000) ? 'ending' : 'within'
}

/** @param temperatureC as measured in the box or on receipt */
export function isTooWarm(temperatureC: number, { maxC }: Pick<Stability, 'maxC'>): boolean {
  return maxC !== null && temperatureC > maxC
}
