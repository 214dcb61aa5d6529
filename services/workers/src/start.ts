import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import { createAppender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createRedis } from '@jaanch/platform/redis'
import type { Closing } from '@jaanch/platform/service'
import { handlers as allHandlers } from './handlers.ts'
import { answerDoorbell } from './work/doorbell.ts'
import { type Handlers, type Patience, patience as usualPatience } from './work/handler.ts'
import { openLeaseDesk } from './work/lease-desk.ts'
import { sweep } from './work/sweeper.ts'

/** Events would pile up for a consumer that no worker handles. */
export class UnhandledConsumerError extends Error {
  override name = 'UnhandledConsumerError'
}

export type WorkersOptions = {
  databaseUrl: string
  redisUrl: string
  /** Streams handled at once */
  concurrency: number
  log: Log
  handlers?: Handlers
  patience?: Patience
}

/** Starts a worker process's parts: the doorbell and the sweeper. @throws UnhandledConsumerError */
export function startWorkers(options: WorkersOptions): Closing[] {
  const { databaseUrl: url, log, handlers = allHandlers, patience = usualPatience } = options
  refuseUnhandled(handlers)
  const pool = createPostgresPool({ url, name: 'workers', max: 10 })
  // leases and settlements, the most of what a worker writes: one that is lost is done again, to no effect
  const leasePool = createPostgresPool({ url, name: 'workers leases', max: 10, forgetful: true })
  const appendPool = createPostgresPool({ url, name: 'workers append', max: 1 })
  const appender = createAppender({ pool: appendPool })
  const redis = createRedis({ url: options.redisUrl, name: 'workers', failFast: false, log })
  const workshop = { handlers, leases: openLeaseDesk(leasePool), tools: { pool, appender, log }, patience }
  const stop = new AbortController()
  const doorbell = answerDoorbell(redis, workshop, options.concurrency)
  const sweeping = sweep(workshop, stop.signal)
  return [
    () => stop.abort(),
    () => sweeping,
    // without Redis there is nothing to wait for
    () => doorbell.close(redis.status !== 'ready'),
    () => appender.close(),
    () => redis.disconnect(),
    () => Promise.all([pool.end(), leasePool.end(), appendPool.end()]),
  ]
}

function refuseUnhandled(handlers: Partial<Handlers>): void {
  const unhandled = (Object.keys(consumers) as ConsumerName[]).filter((name) => !handlers[name])
  if (unhandled.length > 0) throw new UnhandledConsumerError(`No worker handles ${unhandled.join(', ')}`)
}
