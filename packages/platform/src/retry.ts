/** Exponential backoff with jitter: between half of it and all of it. @returns ms to wait before attempt number `attempt` (1, 2, 3 …) */
export function backoff(attempt: number, { base = 100, most = 10_000, random = Math.random } = {}): number {
  const ceiling = Math.min(most, base * 2 ** (attempt - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random())
}
