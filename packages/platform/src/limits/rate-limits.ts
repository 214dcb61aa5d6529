import type { LimitName } from '@jaanch/contracts/limits'
import type { Redis } from 'ioredis'
import type { Bounds } from '../http/bounds.ts'
import { macOf } from '../http/secrets.ts'
import { createCounter, createNetworkCounter, type SharedCounts } from './counter.ts'
import type { Limits } from './limits.ts'
import { type AttemptPassword, createPasswordAttempts } from './password-attempts.ts'

/** Counted in Redis, for all API processes */
const together = ['knownCalls', 'exports', 'invitations', 'shareLooksOfLink'] as const satisfies LimitName[]
const togetherByNetwork = [
  'calls',
  'knownCallsHere',
  'registrations',
  'labApplications',
  'smsCodes',
  'shareLooks',
] as const satisfies LimitName[]
/** Counted by each process: they are in the way of every write, which must not wait for Redis */
const own = [
  'customerWrites',
  'staffWrites',
  'bookings',
  'holdsPlaced',
  'receipts',
] as const satisfies LimitName[]
const ownByNetwork = ['slotReads', 'overlapReads'] as const satisfies LimitName[]

type UserRate = (typeof together)[number] | (typeof own)[number]
type NetworkRate = (typeof togetherByNetwork)[number] | (typeof ownByNetwork)[number]

export type RateLimits = {
  /** Counts something that a user or a network does, or that is done with a link. @throws TooManyError */
  count(name: UserRate | NetworkRate, of: string): Promise<void>
  /** Takes one back, of what came to nothing */
  undo(name: NetworkRate, of: string): Promise<void>
  attemptPassword: AttemptPassword
  /** What stands for a network in the audit trail: the same for the same network, and no address */
  pseudonymOf(network: string): string
}

type Options = {
  redis: Redis
  /** Keys in Redis are HMACs with this secret, so that they do not reveal networks, accounts, e-mail addresses and phone numbers */
  secret: string
  limits: Limits
  bounds: Pick<Bounds, 'waitingRequests' | 'waitRequestMs' | 'waitCountMs'>
}

export function createRateLimits({ redis, secret, limits, bounds }: Options): RateLimits {
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

  function byUser(name: UserRate, shared?: SharedCounts) {
    const counter = createCounter(name, limits[name], shared)
    return {
      count: (user: string) => counter.count(keyOf(user)),
      undo: (user: string) => counter.undo(keyOf(user)),
    }
  }

  const counters = Object.fromEntries([
    ...together.map((name) => [name, byUser(name, shared)]),
    ...togetherByNetwork.map((name) => [name, createNetworkCounter(name, { limits, keyOf, shared })]),
    ...own.map((name) => [name, byUser(name)]),
    ...ownByNetwork.map((name) => [name, createNetworkCounter(name, { limits, keyOf })]),
  ]) as Record<UserRate | NetworkRate, ReturnType<typeof byUser>>

  return {
    count: (name, of) => counters[name].count(of),
    undo: (name, of) => counters[name].undo(of),
    attemptPassword: createPasswordAttempts({
      limits,
      counter: (name) => createCounter(name, limits[name], shared),
      networks: createNetworkCounter('networkFailures', { limits, keyOf, shared }),
      pauses: createCounter('accountPauses', { ...limits.accountFailures, max: 1 }, shared),
      keyOf,
      bounds,
    }),
    pseudonymOf,
  }
}
