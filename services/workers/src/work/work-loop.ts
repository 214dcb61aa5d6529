import type { ConsumerName } from '@jaanch/contracts/consumers'
import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type { WakeSignal } from '@jaanch/platform/wake-signal'
import type { Limits } from '../leasing/leased-table.ts'
import type { Polling } from '../leasing/poll-due-rows.ts'
import type { WorkLease } from './work-rows.ts'

export type WorkLoopOptions = Polling & {
  /** The consumers whose work may be leased */
  known: () => ConsumerName[]
  /** Streams of a consumer handled at the same time */
  capacityOf: (consumer: ConsumerName) => number
  lease: (limits: Limits<ConsumerName>) => Promise<WorkLease[]>
  handle: (lease: WorkLease) => Promise<void>
  /** Notified when there may be new work rows */
  wakeSignal: WakeSignal
  log: Log
}

/**
 * Leases and handles due work, that of all consumers by one statement. Each consumer has its own capacity, so a slow one delays
 * no other. Nothing is leased that is not begun at once.
 */
export async function runWorkLoop(options: WorkLoopOptions): Promise<void> {
  const { known, capacityOf, lease, handle, wakeSignal, log, pollMs, signal } = options
  const running = new Map<ConsumerName, Set<Promise<void>>>()
  /** The consumers whose last lease was as large as it might be */
  const mayHaveMore = new Set<ConsumerName>()

  const runningOf = (consumer: ConsumerName) => running.get(consumer)?.size ?? 0
  /** Half of the capacity must be free: leases of few rows cost as much as those of many. */
  const isFree = (consumer: ConsumerName) => runningOf(consumer) <= capacityOf(consumer) / 2

  function begin(row: WorkLease): void {
    const { consumer } = row
    const others = running.get(consumer) ?? new Set()
    running.set(consumer, others)
    const handling = handle(row)
      .catch((error) => log.warn({ err: error, consumer }, 'the outcome was not recorded'))
      .finally(() => {
        others.delete(handling)
        if (mayHaveMore.has(consumer) && isFree(consumer)) wakeSignal.notify()
      })
    others.add(handling)
  }

  async function pass(): Promise<boolean> {
    const limits: Limits<ConsumerName> = {}
    for (const consumer of known().filter(isFree))
      limits[consumer] = capacityOf(consumer) - runningOf(consumer)
    const rows = Object.keys(limits).length > 0 ? await lease(limits) : []
    const leased = Map.groupBy(rows, ({ consumer }) => consumer)
    for (const [consumer, limit] of Object.entries(limits) as [ConsumerName, number][]) {
      if (leased.get(consumer)?.length === limit) mayHaveMore.add(consumer)
      else mayHaveMore.delete(consumer)
    }
    rows.forEach(begin)
    return false
  }

  await runLoop({
    pass,
    wakeSignal,
    pollMs,
    onError: (error) => log.warn({ err: error, what: 'work' }, 'polling failed, trying again'),
    signal,
  })
  await Promise.all(Array.from(running.values(), (rows) => [...rows]).flat())
}
