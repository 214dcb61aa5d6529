/** How often an operation is attempted, and the pauses between the attempts: `baseMs`, doubled each time up to `maxMs`. */
export type RetryPolicy = { attempts: number; baseMs: number; maxMs: number }

type Pauses = { baseMs?: number; maxMs?: number; random?: () => number }

/**
 * Exponential backoff with jitter: between half of the pause and all of it, so that callers that failed together do not
 * return together.
 * @param failures number of failures so far (1, 2, 3 …)
 * @returns ms to wait before the next attempt
 */
export function backoff(
  failures: number,
  { baseMs = 100, maxMs = 10_000, random = Math.random }: Pauses = {},
): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** (failures - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random())
}
