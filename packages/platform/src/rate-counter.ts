/** Counts what a process does, for its heartbeat. */
export type RateCounter = {
  add(name: string, n?: number): void
  /** @returns what was counted since the call before, per second; without names of which nothing was */
  perSecond(): Record<string, number>
}

/** @param now a clock that never goes back, ms */
export function createRateCounter(now: () => number = () => performance.now()): RateCounter {
  const counts = new Map<string, number>()
  let readAt = now()
  return {
    add: (name, n = 1) => void counts.set(name, (counts.get(name) ?? 0) + n),
    perSecond() {
      const seconds = Math.max(0.001, (now() - readAt) / 1_000)
      readAt = now()
      const rates = [...counts].map(([name, n]) => [name, Math.round((n / seconds) * 100) / 100] as const)
      counts.clear()
      return Object.fromEntries(rates)
    },
  }
}
