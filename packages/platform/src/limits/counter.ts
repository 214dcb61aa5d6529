import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import { widerBy, widerNetworkOf } from '../http/network.ts'
import { type Limit, TooManyError } from './limits.ts'

/** Where API processes count together. Without an answer within `waitMs`, a process counts one in its own memory. */
export type SharedCounts = { redis: Redis; waitMs: number }

/** Counts per key within a limit's window, which begins with the first one counted. */
export type Counter = {
  /**
   * Counts one.
   * @param windowS in place of the limit's, if the key has no window yet
   * @throws TooManyError beyond the limit
   */
  count(key: string, windowS?: number): Promise<void>
  /** Counts one, however many there are. @returns how many there are now */
  add(key: string): Promise<number>
  /** Takes one back. */
  undo(key: string): Promise<void>
  /** Begins again with 0. */
  clear(key: string): Promise<void>
}

/**
 * A counter that the API processes share in Redis. While Redis is unavailable, each process counts in memory.
 * @param shared without it, the process counts alone
 */
export function createCounter(limit: Limit, shared?: SharedCounts): Counter {
  const options = { points: limit.max, duration: limit.windowS ?? 0, keyPrefix: `limits:${limit.name}` }
  const inMemory = new RateLimiterMemory(options)
  const counter = shared
    ? new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({ ...options, storeClient: shared.redis, rejectIfRedisNotReady: true }),
        insuranceLimiter: inMemory,
        timeoutMs: shared.waitMs,
      })
    : inMemory
  return {
    async count(key, windowS) {
      try {
        await counter.consume(key, 1, windowS === undefined ? {} : { customDuration: windowS })
      } catch (error) {
        if (error instanceof RateLimiterRes) throw new TooManyError(limit, error.msBeforeNext)
        throw error
      }
    },
    async add(key) {
      return (await counter.penalty(key)).consumedPoints
    },
    async undo(key) {
      await counter.reward(key)
    },
    async clear(key) {
      await Promise.all([counter.delete(key), inMemory.delete(key)])
    },
  }
}

/** Counts by network, and for IPv6 by its /48 too: whoever has one can't multiply a limit by using its networks in turn. */
export function createNetworkCounter(
  limit: Limit,
  keyOf: (text: string) => string,
  shared?: SharedCounts,
): Pick<Counter, 'count' | 'undo'> {
  const narrow = createCounter(limit, shared)
  const wide = createCounter({ ...limit, name: `${limit.name}Wide`, max: widerBy * limit.max }, shared)

  return {
    async count(network) {
      // the narrow one first: a network that is refused takes nothing more from the others of its /48
      await narrow.count(keyOf(network))
      const wider = widerNetworkOf(network)
      if (wider) await wide.count(keyOf(wider))
    },
    async undo(network) {
      await narrow.undo(keyOf(network))
      const wider = widerNetworkOf(network)
      if (wider) await wide.undo(keyOf(wider))
    },
  }
}
