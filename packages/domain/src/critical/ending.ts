/** How many attempts must have reached nobody before a call about critical values can be ended as not reached. */
export const attemptsBeforeEnding = 3
/** The last of these attempts must be this long after the values were found, ms: 24 hours, so that not all of them are on one evening. */
export const attemptsOverMs = 24 * 60 * 60_000

/**
 * Whether a call about critical values was tried often and long enough to be ended as not reached.
 * @param foundAt when the values were found @param unreachedAt the times of the attempts that reached nobody, in any order
 */
export function mayEndAsNotReached(foundAt: Date, unreachedAt: readonly Date[]): boolean {
  return (
    unreachedAt.length >= attemptsBeforeEnding &&
    unreachedAt.some((at) => at.getTime() - foundAt.getTime() >= attemptsOverMs)
  )
}
