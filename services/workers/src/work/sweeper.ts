import { setTimeout } from 'node:timers/promises'
import { doWork, type Handlers } from './do-work.ts'
import type { Tools } from './handler.ts'
import { takeForgottenWork } from './lease.ts'

const every = 1_000
const atOnce = 50

/**
 * Does the work that no bell rang for. This is what makes Redis expendable: with it gone for good, work is done a second
 * later than otherwise.
 */
export async function sweep(handlers: Handlers, tools: Tools, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const leases = await takeForgottenWork(tools.pool, atOnce)
      await Promise.all(leases.map((lease) => doWork(lease, handlers, tools)))
      if (leases.length === atOnce) continue
    } catch (error) {
      tools.log.warn({ err: error }, 'sweeping failed, trying again')
    }
    await setTimeout(every, undefined, { signal }).catch(() => {})
  }
}
