/** How each kind of fault is injected into a stack and healed, and how often it happens. */
import { setTimeout } from 'node:timers/promises'
import type { Random } from '@jaanch/infra/local/demo/random'
import { isAlive, waitFor } from '@jaanch/infra/local/process/inspect'
import type { Stack } from '../stack/stack.ts'
import type { Fault, Plan } from './schedule.ts'

const endsWithinMs = 120_000

/** Without `heal` it heals by itself: what was killed is started again. */
export type FaultKind = Plan & {
  inject(fault: Fault): unknown
  heal?(fault: Fault): unknown
}

export type FaultName = keyof ReturnType<typeof faultKindsOf>

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
        try {
          if (pid !== undefined) process.kill(pid, 'SIGCONT')
        } catch (error) {
          // another fault ended it meanwhile
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
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
 * Injects each fault at its time and heals it after its duration. All are healed when it resolves, also if it was aborted.
 *
 * @param onInjected called for each, before it is healed
 */
export async function injectFaults(
  kinds: Readonly<Record<string, FaultKind>>,
  faults: readonly Fault[],
  { onInjected, signal }: { onInjected: (fault: Fault) => void; signal: AbortSignal },
): Promise<void> {
  const startedAt = performance.now()
  /** @returns whether the time has come; false if it was aborted before */
  const waitUntil = (ms: number) =>
    setTimeout(Math.max(0, startedAt + ms - performance.now()), true, { signal }).catch(() => false)
  await Promise.all(
    faults.map(async (fault) => {
      const kind = kinds[fault.kind]
      if (!kind || !(await waitUntil(fault.at))) return
      onInjected(fault)
      try {
        await kind.inject(fault)
        if (kind.heal) await waitUntil(fault.at + fault.duration)
      } finally {
        await kind.heal?.(fault)
      }
    }),
  )
}
