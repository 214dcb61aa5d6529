import type { Redis } from 'ioredis'
import type { Bounds } from '../http/bounds.ts'
import { macOf } from '../http/secrets.ts'
import { createCounter, createNetworkCounter } from './counter.ts'
import type { Limit, LimitsOf } from './limits.ts'
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
  /** What stands for a network in the audit trail: the same for the same network, and no address */
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
