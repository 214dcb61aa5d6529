import { Redis } from 'ioredis'
import type { Log } from './logging.ts'

/**
 * A connection for BullMQ and rate limits. It reconnects indefinitely. While Redis is unavailable, `failFast` connections
 * reject commands at once (a request must not wait for Redis); the others queue them (a worker blocks on its queue).
 */
export function createRedis(options: { url: string; name: string; failFast: boolean; log: Log }): Redis {
  const redis = new Redis(options.url, {
    connectionName: options.name,
    maxRetriesPerRequest: options.failFast ? 0 : null,
    enableOfflineQueue: !options.failFast,
    // a Redis that does not answer counts as lost; BullMQ's blocking commands of a worker take up to 10 s
    socketTimeout: options.failFast ? 3_000 : 20_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 5), 2_000),
  })
  let isAvailable = true
  redis.on('error', (error) => {
    if (isAvailable) options.log.warn({ err: error }, 'Redis is unavailable')
    isAvailable = false
  })
  redis.on('ready', () => {
    if (!isAvailable) options.log.info('Redis is available again')
    isAvailable = true
  })
  return redis
}
