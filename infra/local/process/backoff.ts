const FIRST_MS = 200
const LONGEST_MS = 10_000
const WORKED_AFTER_MS = 1_000
const LONGEST_AFTER_WORK_MS = 1_000
const STEADY_AFTER_MS = 30_000

/**
 * How long to wait before a dead child is started again: 200 ms, doubling to 10 s.
 * A child that ran for 30 s counts as healthy, so its next death begins at 200 ms again. One that ran for a second got
 * past its start and was working: somebody killed it, and its work waits, so it is back within 1 s.
 *
 * @param previousMs the wait before this run of the child; undefined at its first run
 * @param ranMs how long the child lived
 * @returns ms to wait
 */
export function nextDelay(previousMs: number | undefined, ranMs: number): number {
  if (previousMs === undefined || ranMs >= STEADY_AFTER_MS) return FIRST_MS
  return Math.min(previousMs * 2, ranMs >= WORKED_AFTER_MS ? LONGEST_AFTER_WORK_MS : LONGEST_MS)
}
