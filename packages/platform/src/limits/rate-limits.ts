import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import type { Bounds } from '../http/bounds.ts'
import { widerBy, widerNetworkOf } from '../http/network.ts'
import { macOf } from '../http/secrets.ts'
import { type Limit, type LimitsOf, TooManyError } from './limits.ts'
import { type AttemptPassword, createPasswordAttempts, type PasswordLimits } from './password-attempts.ts'

/** The names of the limits that say how they are counted */
type Counted<Table> = {
  [Name in keyof Table]: Table[Name] extends { counted: object } ? Name : never
}[keyof Table]

export type RateLimitsOf<Table> = {
  /** Counts something that a user or a network does, or that is done with a link. @throws TooManyError */
  count(name: Counted<Table>, of: string): Promise<void>
  /** Takes one back, of what came to nothing */
  undo(name: Counted<Table>, of: string): Promise<void>
  attemptPassword: AttemptPassword
  /** The pseudonym of a network in the audit trail: the same for the same network, and no address */
  pseudonymOf(network: string): string
}

type Options<Table> = {
  redis: Redis
  /** Keys in Redis are HMACs with this secret, so that they do not reveal networks, accounts, e-mail addresses and phone numbers */
  secret: string
  limits: LimitsOf<Table> & PasswordLimits
  bounds: Pick<Bounds, 'waitingRequests' | 'waitRequestMs' | 'waitCountMs'>
}

export function createRateLimits<Table>({
  redis,
  secret,
  limits,
  bounds,
}: Options<Table>): RateLimitsOf<Table> {
  const shared = { redis, waitMs: bounds.waitCountMs }

  function keyOf(text: string): string {
    return macOf('counters', secret, text).toString('base64url')
  }

  /** Asked for each request: an HMAC takes as long as all the rest of its line */
  const pseudonyms = new Map<string, string>()

  function pseudonymOf(network: string): string {
    const known = pseudonyms.get(network)
    if (known) return known
    if (pseudonyms.size >= 10_000) pseudonyms.clear()
    const pseudonym = keyOf(network).slice(0, 12)
    pseudonyms.set(network, pseudonym)
    return pseudonym
  }

  function counterOf(limit: Limit) {
    const ofProcesses = limit.counted?.in === 'redis' ? shared : undefined
    if (limit.counted?.by === 'network') return createNetworkCounter(limit, keyOf, ofProcesses)
    const counter = createCounter(limit, ofProcesses)
    return {
      count: (id: string) => counter.count(keyOf(id)),
      undo: (id: string) => counter.undo(keyOf(id)),
    }
  }

  const counters = Object.fromEntries(
    Object.entries<Limit>(limits).map(([name, limit]) => [name, counterOf(limit)]),
  ) as Record<keyof Table, ReturnType<typeof counterOf>>

  return {
    count: (name, of) => counters[name].count(of),
    undo: (name, of) => counters[name].undo(of),
    attemptPassword: createPasswordAttempts({
      limits,
      counter: (limit) => createCounter(limit, shared),
      networks: createNetworkCounter(limits.networkFailures, keyOf, shared),
      pauses: createCounter({ ...limits.accountFailures, name: 'accountPauses', max: 1 }, shared),
      keyOf,
      bounds,
    }),
    pseudonymOf,
  }
}

/** Where API processes count together. Without an answer within `waitMs`, a process counts one in its own memory. */
type SharedCounts = { redis: Redis; waitMs: number }

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
function createCounter(limit: Limit, shared?: SharedCounts): Counter {
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
function createNetworkCounter(
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
