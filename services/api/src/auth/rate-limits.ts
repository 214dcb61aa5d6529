import { createHmac } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { createKeyedGate } from '@jaanch/platform/gate'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import type { Bounds } from '../bounds.ts'
import { networkOf } from './network.ts'

const failedLogins = { points: 10, duration: 15 * 60 }

type Options = {
  redis: Redis
  /** Keys in Redis are HMACs with this secret, so that they do not reveal e-mail addresses and phone numbers */
  secret: string
  /** Limit per IP address; default 300 */
  callsPerMinute?: number
  /** Multiplies both limits; default 1 */
  scale?: number
  bounds: Pick<Bounds, 'waitingPasswords' | 'waitMs'>
}

/** If Redis does not answer within this time, the process counts in its own memory, ms */
const redisTimeoutMs = 500

/** `retryAfter`: whole seconds */
export class TooManyError extends AppError {
  override name = 'TooManyError'
  readonly retryAfter: number

  constructor(msLeft: number) {
    super('too-many')
    this.retryAfter = Math.max(1, Math.ceil(msLeft / 1_000))
  }
}

export type RateLimits = {
  /** Counts a call from an IP address. @throws TooManyError */
  countCall(address: string): Promise<void>
  /**
   * Checks a password unless ten checks failed within 15 minutes. A correct password resets the count.
   * @param login normalised e-mail or phone; unknown logins are counted in the same way
   * @param check returns undefined for a wrong password; if it throws, the attempt does not count
   * @throws BusyError; TooManyError, whether or not the password is correct
   */
  attemptPassword<Found>(login: string, check: () => Promise<Found | undefined>): Promise<Found | undefined>
  /** Resets the count of failed passwords of a login. */
  clearFailures(login: string): Promise<void>
}

/** The API processes share their counts in Redis. While Redis is unavailable, each process counts in memory. */
export function createRateLimits({
  redis,
  secret,
  callsPerMinute = 300,
  scale = 1,
  bounds,
}: Options): RateLimits {
  const calls = createCounter(redis, 'calls', { points: callsPerMinute * scale, duration: 60 })
  const logins = createCounter(redis, 'logins', {
    ...failedLogins,
    points: failedLogins.points * scale,
  })
  const attempts = createKeyedGate({
    name: 'password checks of one login',
    capacity: 1,
    maxWaiting: bounds.waitingPasswords,
    waitMs: bounds.waitMs,
  })

  function keyOf(text: string): string {
    return createHmac('sha256', secret).update(text).digest('base64url')
  }

  return {
    countCall: (address) => calls.count(keyOf(networkOf(address))),
    clearFailures: (login) => logins.clear(keyOf(login)),
    attemptPassword(login, check) {
      const key = keyOf(login)
      // Counted before the check, so that parallel guesses cannot exceed the limit. One at a time per process, so that
      // parallel correct passwords (a load test, a family) do not block each other.
      return attempts.run(key, async () => {
        await logins.count(key)
        const found = await check().catch(async (error) => {
          await logins.undo(key)
          throw error
        })
        if (found !== undefined) await logins.clear(key)
        return found
      })
    },
  }
}

function createCounter(redis: Redis, name: string, limit: { points: number; duration: number }) {
  const keyPrefix = `limits:${name}`
  const inMemory = new RateLimiterMemory({ ...limit, keyPrefix })
  const counter = new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({ ...limit, keyPrefix, storeClient: redis, rejectIfRedisNotReady: true }),
    insuranceLimiter: inMemory,
    timeoutMs: redisTimeoutMs,
  })
  return {
    async count(key: string): Promise<void> {
      try {
        await counter.consume(key)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw new TooManyError(error.msBeforeNext)
        throw error
      }
    },
    async undo(key: string): Promise<void> {
      await counter.reward(key)
    },
    async clear(key: string): Promise<void> {
      await Promise.all([counter.delete(key), inMemory.delete(key)])
    },
  }
}
