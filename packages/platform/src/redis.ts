import { Redis } from 'ioredis'
import type { Log } from './logging.ts'

/**
 * A connection for BullMQ and rate limits. It never gives up; while Redis is away, `failFast` connections refuse
 * commands at once (a request must not hang on Redis), the others wait (a worker blocks on its queue).
 */
export function createRedis(options: { url: string; name: string; failFast: boolean; log: Log }): Redis {
  const redis = new Redis(options.url, {
    connectionName: options.name,
    maxRetriesPerRequest: options.failFast ? 0 : null,
    enableOfflineQueue: !options.failFast,
    // a Redis that was asked and says nothing is gone; a worker's connection asks for up to 10 s at a time
    socketTimeout: options.failFast ? 3_000 : 20_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 5), 2_000),
  })
  let away = false
  redis.on('error', (error) => {
    if (!away) options.log.warn({ err: error }, 'Redis is away')
    away = true
  })
  redis.on('ready', () => {
    if (away) options.log.info('Redis is back')
    away = false
  })
  return redis
}
