import { createHmac } from 'node:crypto'
import type { LimitName } from '@jaanch/contracts/limits'
import type { Redis } from 'ioredis'
import type { Bounds } from '../bounds.ts'
import { createCounter } from './counter.ts'
import type { Limits } from './limits.ts'
import { type AttemptPassword, createPasswordAttempts } from './password-attempts.ts'

/** Counted in Redis, for all API processes */
const shared = ['calls', 'registrations', 'labApplications', 'exports'] as const satisfies LimitName[]
/** Counted by each process: they are in the way of every write, which must not wait for Redis */
const own = [
  'customerWrites',
  'staffWrites',
  'bookings',
  'slotReads',
  'holdsPlaced',
] as const satisfies LimitName[]

type RateName = (typeof shared)[number] | (typeof own)[number]

export type RateLimits = {
  /** Counts something that a user or a network does. @throws TooManyError */
  count(name: RateName, of: string): Promise<void>
  attemptPassword: AttemptPassword
  /** What stands for a network in the audit trail: the same for the same network, and no address */
  pseudonymOf(network: string): string
}

type Options = {
  redis: Redis
  /** Keys in Redis are HMACs with this secret, so that they do not reveal networks, accounts, e-mail addresses and phone numbers */
  secret: string
  limits: Limits
  bounds: Pick<Bounds, 'waitingPasswords' | 'waitMs'>
}

export function createRateLimits({ redis, secret, limits, bounds }: Options): RateLimits {
  const counters = Object.fromEntries([
    ...shared.map((name) => [name, createCounter(name, limits[name], redis)]),
    ...own.map((name) => [name, createCounter(name, limits[name])]),
  ]) as Record<RateName, ReturnType<typeof createCounter>>

  function keyOf(text: string): string {
    return createHmac('sha256', secret).update(text).digest('base64url')
  }

  return {
    count: (name, of) => counters[name].count(keyOf(of)),
    attemptPassword: createPasswordAttempts({
      limits,
      counter: (name) => createCounter(name, limits[name], redis),
      pauses: createCounter('accountPauses', { ...limits.accountFailures, max: 1 }, redis),
      keyOf,
      bounds,
    }),
    pseudonymOf: (network) => keyOf(network).slice(0, 12),
  }
}
