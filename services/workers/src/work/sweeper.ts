import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'

const every = 1_000

export type Sweeping<Item> = {
  /** Takes at most so many items that nobody else has in hand */
  take: (most: number) => Promise<Item[]>
  handle: (item: Item) => Promise<void>
  /** Items handled at once, 50 unless told */
  atOnce?: number
  /** For the log */
  what: string
  log: Log
  signal: AbortSignal
}

/**
 * Does what no bell rang for. This is what makes Redis expendable: with it gone for good, work is done a second later than
 * otherwise. Each item goes its own pace: one that is slow keeps none of the others waiting.
 */
export async function sweep<Item>(sweeping: Sweeping<Item>): Promise<void> {
  const { take, handle, atOnce = 50, what, log, signal } = sweeping
  const underWay = new Set<Promise<void>>()

  function begin(item: Item): void {
    const work = handle(item)
      .catch((error) => log.warn({ err: error, what }, 'the outcome was not recorded'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  while (!signal.aborted) {
    try {
      const free = atOnce - underWay.size
      const items = free > 0 ? await take(free) : []
      items.forEach(begin)
      if (items.length === free) await Promise.race([...underWay, setTimeout(every, undefined, { signal })])
      else await setTimeout(every, undefined, { signal })
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error, what }, 'sweeping failed, trying again')
      await setTimeout(every, undefined, { signal }).catch(() => {})
    }
  }
  await Promise.all(underWay)
}
