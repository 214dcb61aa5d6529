/** When which fault happens: a pure function of the seed. */
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'

export type Fault = {
  kind: string
  /** From the start of the run until it is injected, ms */
  at: number
  /** Until it is healed, ms; 0 for a fault that heals by itself */
  duration: number
  /** The process or link; '' for a fault of a server */
  target: string
  /** What `amount` of the plan chose; otherwise 0 */
  amount: number
}

export type Plan = {
  /** Mean time between two faults of the kind, s */
  every: number
  /** Shortest and longest duration, s; missing: it heals by itself */
  lasts?: readonly [number, number]
  /** Time that recovery takes after it was healed, s: nothing else happens to the same thing before */
  recovers: number
  targets?: readonly string[]
  /** The server that it affects; missing: its target alone */
  affects?: 'postgres' | 'redis'
  amount?: (random: Random) => number
}

/**
 * The faults of a run in the order of their times. None begins while another of its kind lasts, or while what it affects is
 * affected by another or recovers from one. A fault for which that leaves no time before the end is left out.
 *
 * @param runMs all are healed within this time
 */
export function planFaults(seed: number, runMs: number, plans: Readonly<Record<string, Plan>>): Fault[] {
  const candidates = Object.entries(plans).map(([kind, plan]) => {
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
    const { kind, random, plan } = next
    const target = random.pick(plan.targets ?? [''])
    const duration = plan.lasts ? between(random, plan.lasts[0], plan.lasts[1], 1) : 0
    const things = [`kind ${kind}`, plan.affects ?? target]
    const at = Math.max(next.from, ...things.map((thing) => busyUntil.get(thing) ?? 0))
    if (at + duration > runMs) {
      candidates.shift()
      continue
    }
    faults.push({ kind, at, duration, target, amount: plan.amount?.(random) ?? 0 })
    for (const thing of things) busyUntil.set(thing, at + duration + plan.recovers * 1_000)
    next.from = at + duration + between(random, 0.5, 1.5, plan.every)
  }
  return faults.sort((a, b) => a.at - b.at)
}

/** @returns whole ms */
function between(random: Random, low: number, high: number, seconds: number): number {
  return Math.round(random.between(low, high) * seconds * 1_000)
}
