/** When which fault happens: a pure function of the seed. */
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'

export const serviceProcesses = [
  'api-1',
  'api-2',
  'workers-1',
  'workers-2',
  'projector-1',
  'projector-2',
] as const
export type ProcessTitle = (typeof serviceProcesses)[number]

const servers = ['postgres', 'redis'] as const
/** A connection that a proxy can cut: of a service to a server, or of the clients to an API */
type LinkTitle = `${ProcessTitle} ${(typeof servers)[number]}` | `clients ${'api-1' | 'api-2'}`

// a projector does not use Redis
const links: readonly LinkTitle[] = [
  ...serviceProcesses.flatMap((title) =>
    servers
      .filter((server) => server === 'postgres' || !title.startsWith('projector'))
      .map((server) => `${title} ${server}` as const),
  ),
  'clients api-1',
  'clients api-2',
]

/** How far the clock of a process is ahead in a `clock` fault, ms */
export const clockSkewsMs = [-60_000, 60_000]

export const faultKinds = [
  'kill',
  'freeze',
  'clock',
  'redis-flush',
  'redis-restart',
  'postgres-crash',
  'postgres-failover',
  'full-data-dir',
  'full-postgres-disk',
  'cut',
  'throttle',
] as const
/** `replay`: `ops replay`, which must disturb nobody; only in the scenario of that name */
export type FaultKind = (typeof faultKinds)[number] | 'replay'

export type Fault = {
  kind: FaultKind
  /** From the start of the run until it is injected, ms */
  at: number
  /** Until it is healed, ms; 0 for a fault that heals by itself */
  duration: number
  /** The process or link; '' for a fault of a server */
  target: string
  /** `clock`: ms that the clock is ahead; `throttle`: bytes per second; otherwise 0 */
  amount: number
}

export type Plan = {
  /** Mean time between two faults of the kind, s */
  every: number
  /** Shortest and longest duration, s */
  lasts: readonly [number, number]
  /** Time that recovery takes after it was healed, s: nothing else happens to the same thing before */
  recovers: number
  targets?: readonly string[]
  amount?: (random: Random) => number
}

/**
 * Frozen for 15 s: longer than a lease (5 s) and than Postgres lets a transaction be idle (10 s). Redis and Postgres have no
 * target: what happens to one of them excludes the rest.
 */
export const plans: Record<(typeof faultKinds)[number], Plan> = {
  kill: { every: 6, lasts: [0, 0], recovers: 4, targets: serviceProcesses },
  freeze: { every: 25, lasts: [15, 15], recovers: 3, targets: serviceProcesses },
  clock: {
    every: 40,
    lasts: [20, 40],
    recovers: 4,
    targets: serviceProcesses,
    amount: (random) => random.pick(clockSkewsMs),
  },
  'redis-flush': { every: 15, lasts: [0, 0], recovers: 1 },
  'redis-restart': { every: 35, lasts: [0, 0], recovers: 4 },
  'postgres-crash': { every: 50, lasts: [0, 0], recovers: 12 },
  'postgres-failover': { every: 70, lasts: [0, 0], recovers: 25 },
  'full-data-dir': { every: 50, lasts: [5, 12], recovers: 2 },
  'full-postgres-disk': { every: 80, lasts: [4, 8], recovers: 12 },
  cut: { every: 15, lasts: [1, 8], recovers: 3, targets: links },
  throttle: {
    every: 25,
    lasts: [5, 12],
    recovers: 2,
    targets: links,
    amount: (random) => Math.round(random.between(20_000, 200_000)),
  },
}

/**
 * The faults of a run in the order of their times. None begins while another of its kind lasts, or while what it affects is
 * affected by another or recovers from one. A fault for which that leaves no time before the end is left out.
 *
 * @param planned those that are possible on this machine
 * @param runMs all are healed within this time
 */
export function planFaults(
  seed: number,
  runMs: number,
  planned: Partial<Record<FaultKind, Plan>> = plans,
): Fault[] {
  const candidates = (Object.entries(planned) as [FaultKind, Plan][]).map(([kind, plan]) => {
    const random = createRandom('chaos', seed, kind)
    return { kind, plan, random, from: between(random, 0.2, 0.9, plan.every) }
  })
  /** Until when each thing is affected, ms */
  const busyUntil = new Map<string, number>()
  const faults: Fault[] = []
  while (candidates.length > 0) {
    candidates.sort((a, b) => a.from - b.from)
    const [next] = candidates
    if (!next) break
    const { kind, random } = next
    const { every, recovers, targets = [''], amount, lasts } = next.plan
    const target = random.pick(targets)
    const duration = between(random, lasts[0], lasts[1] + 0.001, 1)
    const things = thingsAffectedBy(kind, target)
    const at = Math.max(next.from, ...things.map((thing) => busyUntil.get(thing) ?? 0))
    if (at + duration > runMs) {
      candidates.shift()
      continue
    }
    faults.push({ kind, at, duration, target, amount: amount?.(random) ?? 0 })
    for (const thing of things) busyUntil.set(thing, at + duration + recovers * 1_000)
    next.from = at + duration + between(random, 0.5, 1.5, every)
  }
  return faults.sort((a, b) => a.at - b.at)
}

export function thingsAffectedBy(kind: FaultKind, target: string): string[] {
  // a full disk of Postgres may end it, and the standby that it leaves behind is the one that a failover needs
  const thing =
    kind === 'full-data-dir' ? 'data-dir' : (/^(postgres|redis|full-postgres)/.exec(kind)?.[1] ?? target)
  return [`kind ${kind}`, thing === 'full-postgres' ? 'postgres' : thing]
}

/** @returns whole ms */
function between(random: Random, low: number, high: number, seconds: number): number {
  return Math.round(random.between(low, high) * seconds * 1_000)
}
