import { setTimeout } from 'node:timers/promises'
import type { Fault, FaultKind, Plan } from '../schedule.ts'
import type { ChaosStack } from '../stack/chaos-stack.ts'
import { fullDataDir, fullPostgresDisk } from './disks.ts'
import type { FaultHandler } from './fault-handler.ts'
import { cut, throttle } from './links.ts'
import { clock, freeze, kill } from './processes.ts'
import { postgresCrash, postgresFailover, redisFlush, redisRestart, replay } from './servers.ts'

const handlers: Record<FaultKind, FaultHandler> = {
  kill,
  freeze,
  clock,
  'redis-flush': redisFlush,
  'redis-restart': redisRestart,
  'postgres-crash': postgresCrash,
  'postgres-failover': postgresFailover,
  'full-data-dir': fullDataDir,
  'full-postgres-disk': fullPostgresDisk,
  cut,
  throttle,
  replay,
}

/** @returns those of the planned faults that are possible on this machine */
export function findPossible(
  stack: ChaosStack,
  plans: Partial<Record<FaultKind, Plan>>,
): Partial<Record<FaultKind, Plan>> {
  const entries = Object.entries(plans) as [FaultKind, Plan][]
  return Object.fromEntries(entries.filter(([kind]) => handlers[kind].isPossible?.(stack) ?? true))
}

/**
 * Injects each fault at its time and heals it after its duration. All are healed when it resolves, also if it was aborted.
 *
 * @param onInjected called for each, before it is healed
 */
export async function injectFaults(
  stack: ChaosStack,
  faults: readonly Fault[],
  onInjected: (fault: Fault) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()

  /** @returns whether the time has come; false if it was aborted before */
  async function waitUntil(ms: number): Promise<boolean> {
    const waited = setTimeout(Math.max(0, startedAt + ms - performance.now()), true, { signal })
    return waited.catch(() => false)
  }

  async function run(fault: Fault): Promise<void> {
    if (!(await waitUntil(fault.at))) return
    const { inject, heal } = handlers[fault.kind]
    onInjected(fault)
    try {
      await inject(stack, fault)
      if (heal) await waitUntil(fault.at + fault.duration)
    } finally {
      await heal?.(stack, fault)
    }
  }
  await Promise.all(faults.map(run))
}
