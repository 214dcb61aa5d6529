/** How many attempts must have reached nobody before a call about critical values can be ended as not reached. */
export const attemptsBeforeEnding = 3
/** Between the first and the last of these attempts, ms: 24 hours, so that they are not all on one evening. */
export const attemptsOverMs = 24 * 60 * 60_000

/**
 * Whether a call about critical values was tried often and long enough to be ended as not reached.
 * @param unreachedAt the times of the attempts that reached nobody since somebody was reached last, in any order
 */
export function mayEndAsNotReached(unreachedAt: readonly Date[]): boolean {
  const times = unreachedAt.map((at) => at.getTime())
  return times.length >= attemptsBeforeEnding && Math.max(...times) - Math.min(...times) >= attemptsOverMs
}
