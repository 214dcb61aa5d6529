import { createHmac } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'
import { createTurns } from './keyed-mutex.ts'
import { networkOf } from './network.ts'

const failedLogins = { points: 10, duration: 15 * 60 }

type Options = {
  redis: Redis
  /** Makes the keys: without it nobody finds out from Redis whose e-mail or phone was tried */
  secret: string
  /** Of one address; 300 unless told */
  callsPerMinute?: number
}

/** A Redis that has not answered by then is counted without, ms */
const redisPatience = 500

/** `retryAfter`: whole seconds */
export class TooManyError extends AppError {
  override name = 'TooManyError'
  readonly retryAfter: number

  constructor(msLeft: number) {
    super('too-many')
    this.retryAfter = Math.max(1, Math.ceil(msLeft / 1_000))
  }
}

export type Limits = {
  /** Counts a call from an IP address. @throws TooManyError */
  countCall(address: string): Promise<void>
  /**
   * Lets a password be tried, unless ten were wrong within 15 minutes; a right one clears the count.
   * @param login what was typed, normalised; one that no account has is counted alike
   * @param check answers undefined for a wrong password; when it throws, nothing was tried
   * @throws TooManyError, whether or not the password is right
   */
  tryPassword<Found>(login: string, check: () => Promise<Found | undefined>): Promise<Found | undefined>
  /** Forgets the failures of a login. */
  clear(login: string): Promise<void>
}

/** Limits that all API processes count together in Redis, and each for itself in memory while Redis is away. */
export function createLimits({ redis, secret, callsPerMinute = 300 }: Options): Limits {
  const calls = createCounter(redis, 'calls', { points: callsPerMinute, duration: 60 })
  const logins = createCounter(redis, 'logins', failedLogins)
  const inTurn = createTurns()

  function keyOf(text: string): string {
    return createHmac('sha256', secret).update(text).digest('base64url')
  }

  return {
    countCall: (address) => calls.count(keyOf(networkOf(address))),
    clear: (login) => logins.clear(keyOf(login)),
    tryPassword(login, check) {
      const key = keyOf(login)
      // Counted before it is checked, so that a thousand guesses at once get no further than ten. One at a time in a
      // process, so that many right passwords at once (a test, a household) don't shut each other out.
      return inTurn(key, async () => {
        await logins.count(key)
        const found = await check().catch(async (error) => {
          await logins.takeBack(key)
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
  const inProcess = new RateLimiterMemory({ ...limit, keyPrefix })
  const counter = new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({ ...limit, keyPrefix, storeClient: redis, rejectIfRedisNotReady: true }),
    insuranceLimiter: inProcess,
    timeoutMs: redisPatience,
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
    async takeBack(key: string): Promise<void> {
      await counter.reward(key)
    },
    async clear(key: string): Promise<void> {
      await Promise.all([counter.delete(key), inProcess.delete(key)])
    },
  }
}
