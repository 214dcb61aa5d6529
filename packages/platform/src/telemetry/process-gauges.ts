import { totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { readRelease } from '../release.ts'
import { type Observe, observeGauges } from './metrics.ts'

/** How often the delay of the event loop is measured, ms; Node counts this time as part of each delay */
const resolution = 20

/** Observes the process itself: release, event loop, memory, CPU. @returns ends it */
export function observeProcess(service: string): () => void {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const { version, commit } = readRelease()
  const stop = observeGauges((observe) => {
    const memory = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    observe('jaanch_build_info', 1, { version, commit: commit ?? 'unknown', service })
    const p99 = delay.count === 0 ? resolution : delay.percentile(99) / 1e6
    observe('jaanch_event_loop_delay_p99_seconds', Math.max(0, p99 - resolution) / 1_000)
    delay.reset()
    observe('jaanch_process_resident_bytes', memory.rss)
    observe('jaanch_process_memory_limit_bytes', memoryLimit())
    observe('jaanch_process_heap_bytes', memory.heapUsed)
    observe('jaanch_process_cpu_seconds_total', (user + system) / 1e6)
  })
  return () => {
    stop()
    delay.disable()
  }
}

/** @returns bytes; Node says 0, or more than there is, where no cgroup limits the process */
function memoryLimit(): number {
  return Math.min(process.constrainedMemory() || totalmem(), totalmem())
}

type Pool = pg.Pool | DatabasePool

/** Observes the connections of pools, by their names. @returns ends it */
export function observePools(pools: Record<string, Pool>): () => void {
  return observeGauges((observe) => {
    for (const [pool, state] of Object.entries(pools)) observePool(observe, pool, stateOf(state))
  })
}

function observePool(
  observe: Observe,
  pool: string,
  states: Record<'used' | 'idle' | 'waiting', number>,
): void {
  for (const [state, n] of Object.entries(states)) observe('jaanch_pool_connections', n, { pool, state })
}

function stateOf(pool: Pool) {
  if ('totalCount' in pool) {
    const { totalCount, idleCount, waitingCount } = pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }
  const { acquiredConnections, idleConnections, waitingClients } = pool.state()
  return { used: acquiredConnections, idle: idleConnections, waiting: waitingClients }
}
