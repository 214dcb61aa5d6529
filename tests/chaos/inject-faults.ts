import { setTimeout } from 'node:timers/promises'
import { startOps } from '@jaanch/infra/ops/testing/start-ops'
import type { TcpProxy } from '@jaanch/tests/support/proxy'
import type { Fault, FaultKind, Plan, ProcessTitle } from './schedule.ts'
import type { ChaosStack } from './stack/chaos-stack.ts'

/** How a kind of fault is injected and healed. Without `heal` it heals by itself: what was killed is started again. */
type FaultHandler = {
  /** Default: always */
  isPossible?: (stack: ChaosStack) => boolean
  inject(stack: ChaosStack, fault: Fault): Promise<void> | void
  heal?: (stack: ChaosStack, fault: Fault) => Promise<void> | void
}

const processOf = ({ processes }: ChaosStack, { target }: Fault) => processes.get(target as ProcessTitle)

/** A connection between a service and a server, or between the clients and an API */
function linkOf(stack: ChaosStack, { target }: Fault): TcpProxy {
  const [title, server] = target.split(' ')
  const links = stack.processes.get(title as ProcessTitle)?.links
  const link = stack.clientLinks.get(target) ?? links?.[server as 'postgres' | 'redis']
  if (!link) throw new Error(`There is no link ${target}`)
  return link
}
const restoreLink = (stack: ChaosStack, fault: Fault) => linkOf(stack, fault).restore()

/** Only what we have frozen is continued: by then another process could have the pid. */
const frozen = new Map<string, number>()

/** Another fault may have ended the process while it was frozen. */
function proceed(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

let isReplaying = false

const handlers: Record<FaultKind, FaultHandler> = {
  kill: { inject: (stack, fault) => void processOf(stack, fault)?.signal('SIGKILL') },
  freeze: {
    inject(stack, fault) {
      const pid = processOf(stack, fault)?.signal('SIGSTOP')
      if (pid !== undefined) frozen.set(fault.target, pid)
    },
    heal(_stack, { target }) {
      const pid = frozen.get(target)
      frozen.delete(target)
      if (pid !== undefined) proceed(pid)
    },
  },
  clock: {
    inject: (stack, fault) => processOf(stack, fault)?.restartWithClock(fault.amount),
    heal: (stack, fault) => processOf(stack, fault)?.restartWithClock(0),
  },
  'redis-flush': { inject: ({ redis }) => redis.flush() },
  'redis-restart': { inject: ({ redis }) => redis.loseAll() },
  'postgres-crash': { inject: ({ postgres }) => postgres.crash() },
  'postgres-failover': { inject: ({ postgres }) => postgres.failOver() },
  /** The services' logs are in it too */
  'full-data-dir': {
    isPossible: ({ disks }) => disks.dataDir !== undefined,
    inject: ({ disks }) => disks.dataDir?.fill(),
    heal: ({ disks }) => disks.dataDir?.empty(),
  },
  /** Postgres ends when its write-ahead log does not fit; it starts again and recovers */
  'full-postgres-disk': {
    isPossible: ({ disks }) => disks.postgres !== undefined,
    async inject({ disks, postgres }) {
      await postgres.waitUntilWhole()
      await disks.postgres?.fill()
    },
    heal: ({ disks }) => disks.postgres?.empty(),
  },
  cut: { inject: (stack, fault) => linkOf(stack, fault).cut(), heal: restoreLink },
  throttle: { inject: (stack, fault) => linkOf(stack, fault).throttle(fault.amount), heal: restoreLink },
  /** One generation of the read tables after the other goes live: nothing happens while one is under way */
  replay: {
    async inject({ postgres, redis, problems }) {
      if (isReplaying) return
      isReplaying = true
      const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url }
      const { code, err } = await startOps(env, 'replay', '--json').ended
      isReplaying = false
      if (code !== 0) problems.push(`A replay ended with ${code}: ${err}`)
    },
  },
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
