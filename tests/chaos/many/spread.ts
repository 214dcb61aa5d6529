import type { FleetClient } from './socket-fleet.ts'

/** How instants are spread: how many there are, from the first to the last (ms), and the most in a second as a part of all. */
export type Spread = { count: number; overMs: number; busiestSecond: number }

function spreadOf(instants: readonly number[]): Spread {
  const sorted = instants.toSorted((one, other) => one - other)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const inSecondFrom = sorted.map((from) => sorted.filter((at) => at >= from && at < from + 1_000).length)
  return {
    count: sorted.length,
    overMs: Math.round(last - first),
    busiestSecond: Math.max(0, ...inSecondFrom) / sorted.length,
  }
}

/** Of the clients that lost their connection between two instants: when they lost it, and first asked for another. */
export function reconnectsBetween(
  clients: readonly FleetClient[],
  from: number,
  to: number,
): { lost: Spread; attempts: Spread } {
  const losses = clients.flatMap(({ lost, attempts }) => {
    const at = lost.find((each) => each >= from && each < to)
    return at === undefined ? [] : [{ at, attempt: attempts.find((each) => each >= at) ?? Number.NaN }]
  })
  return {
    lost: spreadOf(losses.map(({ at }) => at)),
    attempts: spreadOf(losses.map(({ attempt }) => attempt)),
  }
}

export function describeSpread({ count, overMs, busiestSecond }: Spread): string {
  return `${count} over ${(overMs / 1_000).toFixed(1)} s, at most ${Math.round(busiestSecond * 100)} % within a second`
}
