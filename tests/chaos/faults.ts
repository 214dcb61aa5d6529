/** How each kind of fault is injected into a stack and healed, and when: a pure function of the seed. */
import { setTimeout } from 'node:timers/promises'
import { createRandom, type Random } from '@jaanch/infra/local/demo/random'
import { isAlive, waitFor } from '@jaanch/infra/local/process/inspect'
import type { Stack } from './stack/stack.ts'

export type Fault = {
  kind: string
  /** From the start of the run until it is injected, ms */
  at: number
  /** Until it is healed, ms; 0 for a fault that heals by itself */
  duration: number
  /** The process or link; '' for a fault of a server */
  target: string
  /** What `amount` of its kind chose; otherwise 0 */
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

/** Without `heal` it heals by itself: what was killed is started again. */
export type FaultKind = Plan & {
  inject(fault: Fault): unknown
  heal?(fault: Fault): unknown
}

export type FaultName = keyof ReturnType<typeof faultKindsOf>

const endsWithinMs = 120_000

/** @param problems receives one sentence for each fault that found something itself */
export function faultKindsOf(stack: Stack, problems: string[]) {
  const { postgres, redis, processes, links } = stack
  const services = [...processes.keys()]
  /** Only what we have frozen is continued: by then another process could have the pid. */
  const frozen = new Map<string, number>()

  return {
    kill: {
      ...{ every: 6, recovers: 4, targets: services },
      inject: ({ target }) => processes.get(target)?.signal('SIGKILL'),
    },
    /** Ends a process in order, as a deployment does. */
    restart: {
      ...{ every: 8, recovers: 4, targets: services },
      async inject({ target }) {
        const pid = processes.get(target)?.signal('SIGTERM')
        if (pid !== undefined && !(await waitFor(() => !isAlive(pid), { withinMs: endsWithinMs })))
          problems.push(`${target} did not end within ${endsWithinMs / 1_000} s after SIGTERM`)
      },
    },
    /** For 15 s: longer than a lease (5 s) and than Postgres lets a transaction be idle (10 s) */
    freeze: {
      ...{ every: 25, lasts: [15, 15], recovers: 3, targets: services },
      inject({ target }) {
        const pid = processes.get(target)?.signal('SIGSTOP')
        if (pid !== undefined) frozen.set(target, pid)
      },
      heal({ target }) {
        const pid = frozen.get(target)
        frozen.delete(target)
        // another fault may have ended it meanwhile
        if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGCONT')
      },
    },
    clock: {
      ...{ every: 40, lasts: [20, 40], recovers: 4, targets: services },
      amount: (random: Random) => random.pick([-60_000, 60_000]),
      inject: ({ target, amount }) => processes.get(target)?.restartWithClock(amount),
      heal: ({ target }) => processes.get(target)?.restartWithClock(0),
    },
    'redis-flush': { every: 15, recovers: 1, affects: 'redis', inject: redis.flush },
    'redis-restart': { every: 35, recovers: 4, affects: 'redis', inject: redis.loseAll },
    'postgres-crash': { every: 50, recovers: 12, affects: 'postgres', inject: postgres.crash },
    'postgres-failover': { every: 70, recovers: 25, affects: 'postgres', inject: postgres.failOver },
    cut: {
      ...{ every: 15, lasts: [1, 8], recovers: 3, targets: [...links.keys()] },
      inject: ({ target }) => links.get(target)?.cut(),
      heal: ({ target }) => links.get(target)?.restore(),
    },
  } satisfies Record<string, FaultKind>
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
  for (;;) {
    const [next] = candidates.sort((a, b) => a.from - b.from)
    if (!next) return faults.sort((a, b) => a.at - b.at)
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
}

/** @returns whole ms */
function between(random: Random, low: number, high: number, seconds: number): number {
  return Math.round(random.between(low, high) * seconds * 1_000)
}

/**
 * Injects each fault at its time and heals it after its duration. All are healed when it resolves, also if it was aborted.
 *
 * @returns the kinds of those that were injected
 */
export async function injectFaults(
  kinds: Readonly<Record<string, FaultKind>>,
  faults: readonly Fault[],
  { log, signal }: { log: (line: string) => void; signal: AbortSignal },
): Promise<string[]> {
  const injected: string[] = []
  const startedAt = performance.now()
  /** @returns whether the time has come; false if it was aborted before */
  const waitUntil = (ms: number) =>
    setTimeout(Math.max(0, startedAt + ms - performance.now()), true, { signal }).catch(() => false)
  await Promise.all(
    faults.map(async (fault) => {
      const { kind: name, at, duration, target, amount } = fault
      const kind = kinds[name]
      if (!kind || !(await waitUntil(at))) return
      injected.push(name)
      const details = [target, duration > 0 && `for ${duration / 1_000} s`, amount !== 0 && amount]
      log([`${(at / 1_000).toFixed(1).padStart(6)} s `, name, ...details].filter(Boolean).join(' '))
      try {
        await kind.inject(fault)
        if (kind.heal) await waitUntil(at + duration)
      } finally {
        await kind.heal?.(fault)
      }
    }),
  )
  return injected
}
