import { setTimeout } from 'node:timers/promises'
import { doWork } from './do-work.ts'
import type { Workshop } from './handler.ts'
import { type Lease, takeForgottenWork } from './lease.ts'
import { pruneWorkDone } from './prune.ts'

const every = 1_000
const atOnce = 50
const pruneEvery = 3_600_000

/**
 * Does the work that no bell rang for. This is what makes Redis expendable: with it gone for good, work is done a second
 * later than otherwise. Each stream goes its own pace: one that is slow keeps none of the others waiting.
 */
export async function sweep(workshop: Workshop, signal: AbortSignal): Promise<void> {
  const { pool } = workshop.leases
  const { log } = workshop.tools
  const names = Object.keys(workshop.handlers)
  const underWay = new Set<Promise<void>>()

  function begin(lease: Lease): void {
    const work = doWork(lease, workshop)
      .catch((error) => log.warn({ err: error, consumer: lease.consumer }, 'work was not recorded'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  for (let pruned = 0; !signal.aborted; ) {
    try {
      if (Date.now() - pruned > pruneEvery) {
        await pruneWorkDone(pool)
        pruned = Date.now()
      }
      const free = atOnce - underWay.size
      const leases = free > 0 ? await takeForgottenWork(pool, names, free) : []
      leases.forEach(begin)
      if (leases.length === free) await Promise.race([...underWay, setTimeout(every, undefined, { signal })])
      else await setTimeout(every, undefined, { signal })
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error }, 'sweeping failed, trying again')
      await setTimeout(every, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(underWay)
}
