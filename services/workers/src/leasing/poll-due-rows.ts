import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'

const every = 1_000

export type PollOptions<Item> = {
  /** Takes at most so many items that nobody else has in hand */
  take: (most: number) => Promise<Item[]>
  handle: (item: Item) => Promise<void>
  /** Items handled at once, 50 unless told */
  concurrency?: number
  /** Items taken beyond those, so that one look brings many; none unless told. Whoever takes them keeps their leases. */
  ahead?: number
  /** Called in the end with what was taken and not begun */
  release?: (items: Item[]) => Promise<void>
  /** For the log */
  what: string
  log: Log
  signal: AbortSignal
}

/**
 * Does what no bell rang for. This is what makes Redis expendable: with it gone for good, work is done a second later than
 * otherwise. Each item goes its own pace: one that is slow keeps none of the others waiting.
 */
export async function pollDueRows<Item>(sweeping: PollOptions<Item>): Promise<void> {
  const { take, handle, concurrency = 50, ahead = 0, release, what, log, signal } = sweeping
  const underWay = new Set<Promise<void>>()
  const waiting: Item[] = []

  function begin(item: Item): void {
    const work = handle(item)
      .catch((error) => log.warn({ err: error, what }, 'the outcome was not recorded'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  /** @returns whether there may be more than what was taken */
  async function look(): Promise<boolean> {
    const most = concurrency + ahead - underWay.size - waiting.length
    if (waiting.length > ahead / 2 || most <= 0) return true
    const items = await take(most)
    waiting.push(...items)
    return items.length === most
  }

  while (!signal.aborted) {
    try {
      const isMore = await look()
      for (const item of waiting.splice(0, concurrency - underWay.size)) begin(item)
      const pause = setTimeout(every, undefined, { signal })
      if (isMore || waiting.length > 0) await Promise.race([...underWay, pause])
      else await pause
    } catch (error) {
      if (signal.aborted) break
      log.warn({ err: error, what }, 'sweeping failed, trying again')
      await setTimeout(every, undefined, { signal }).catch(() => {})
    }
  }
  await release?.(waiting).catch(() => {})
  await Promise.all(underWay)
}
