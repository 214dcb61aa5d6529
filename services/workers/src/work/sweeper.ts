import { setTimeout } from 'node:timers/promises'
import { doWork, type Handlers } from './do-work.ts'
import type { Tools } from './handler.ts'
import { type Lease, takeForgottenWork } from './lease.ts'

const every = 1_000
const atOnce = 50

/**
 * Does the work that no bell rang for. This is what makes Redis expendable: with it gone for good, work is done a second
 * later than otherwise. Each stream goes its own pace: one that is slow keeps none of the others waiting.
 */
export async function sweep(handlers: Handlers, tools: Tools, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()

  function begin(lease: Lease): void {
    const work = doWork(lease, handlers, tools)
      .catch((error) => tools.log.warn({ err: error, consumer: lease.consumer }, 'work was not recorded'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  while (!signal.aborted) {
    try {
      const free = atOnce - underWay.size
      const leases = free > 0 ? await takeForgottenWork(tools.pool, free) : []
      leases.forEach(begin)
      if (leases.length === free) await Promise.race([...underWay, setTimeout(every, undefined, { signal })])
      else await setTimeout(every, undefined, { signal })
    } catch (error) {
      if (signal.aborted) break
      tools.log.warn({ err: error }, 'sweeping failed, trying again')
      await setTimeout(every, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(underWay)
}
