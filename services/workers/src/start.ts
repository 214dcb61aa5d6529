import { createAppender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createRedis } from '@jaanch/platform/redis'
import type { Closing } from '@jaanch/platform/service'
import { handlers as allHandlers } from './handlers.ts'
import type { Handlers } from './work/do-work.ts'
import { answerDoorbell } from './work/doorbell.ts'
import { type Patience, patience as usualPatience } from './work/handler.ts'
import { sweep } from './work/sweeper.ts'

export type WorkersOptions = {
  databaseUrl: string
  redisUrl: string
  /** Streams handled at once */
  concurrency: number
  log: Log
  handlers?: Handlers
  patience?: Patience
}

/** Starts a worker process's parts: the doorbell and the sweeper. */
export function startWorkers(options: WorkersOptions): Closing[] {
  const { databaseUrl: url, log, handlers = allHandlers, patience = usualPatience } = options
  const pool = createPostgresPool({ url, name: 'workers', max: 10 })
  const appendPool = createPostgresPool({ url, name: 'workers append', max: 1 })
  const appender = createAppender({ pool: appendPool })
  const redis = createRedis({ url: options.redisUrl, name: 'workers', failFast: false, log })
  const tools = { pool, appender, log, patience }
  const stop = new AbortController()
  const doorbell = answerDoorbell(redis, handlers, tools, options.concurrency)
  const sweeping = sweep(handlers, tools, stop.signal)
  return [
    () => stop.abort(),
    () => sweeping,
    // without Redis there is nothing to wait for
    () => doorbell.close(redis.status !== 'ready'),
    () => appender.close(),
    () => redis.disconnect(),
    () => Promise.all([pool.end(), appendPool.end()]),
  ]
}
