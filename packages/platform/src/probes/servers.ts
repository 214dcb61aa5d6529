import type { Redis } from 'ioredis'
import pg from 'pg'
import { connectionSettings } from '../postgres.ts'
import type { Check } from './checks.ts'

const answerWithinMs = 1_500

/** Postgres lets this process in and answers, on a connection of its own. */
export function postgresAnswers(url: string): Check {
  return async () => {
    const client = new pg.Client({
      ...connectionSettings({ url, name: 'probe', acquireTimeout: answerWithinMs }),
      query_timeout: answerWithinMs,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
    } catch (cause) {
      throw new Error('Postgres does not answer', { cause })
    } finally {
      void client.end().catch(() => {})
    }
  }
}

/** Redis answers on the connection of this process. */
export function redisAnswers(redis: Redis): Check {
  return async () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('late')), answerWithinMs)
    try {
      // a connection that is not ready would keep the question until it is
      if (redis.status !== 'ready') throw new Error(redis.status)
      await Promise.race([redis.ping(), late.promise])
    } catch (cause) {
      throw new Error('Redis does not answer', { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
