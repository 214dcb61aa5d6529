import { type ConsumerName, consumers } from '@jaanch/contracts/consumers'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { createAppender } from '@jaanch/eventlog/appender'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createJobConsumer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import type { RetryPolicy } from '@jaanch/platform/retry'
import type { Closing } from '@jaanch/platform/service'
import { createOutboxSender, deliveryRetryPolicy } from './delivery/outbox-sender.ts'
import { createSenders, type Providers } from './delivery/senders.ts'
import { createHandlers } from './handlers.ts'
import { pollDueRows } from './leasing/poll-due-rows.ts'
import { createMessageRenderer } from './notifications/render-message.ts'
import { pruneHourly } from './prune-finished-rows.ts'
import { createTimers } from './reminders/fire-timers.ts'
import { createBatchedLeases } from './work/batched-leases.ts'
import { handleWork, handleWorkJob } from './work/handle-work.ts'
import { type Handlers, workRetryPolicy } from './work/handler.ts'
import { createJobAnnouncer } from './work/job-announcer.ts'
import { leaseDueWork } from './work/work-rows.ts'

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
  retryPolicy?: RetryPolicy
  /** The address at which people reach Jaanch, for the links in messages */
  publicUrl?: string
  /** How messages leave; unless told they stay in the outbox's table */
  providers?: Providers
  /** How often a message is tried */
  deliveryRetryPolicy?: RetryPolicy
  now?: () => Date
}

/** Starts a worker process's parts: for work, messages and timers each the bell and the sweeper. @throws UnhandledConsumerError */
export function startWorkers(options: WorkersOptions): Closing[] {
  const { databaseUrl: url, log, retryPolicy = workRetryPolicy, now = () => new Date() } = options
  const pool = createPostgresPool({ url, name: 'workers', max: 10 })
  // leases and settlements, the most of what a worker writes: one that is lost is done again, to no effect
  const leasePool = createPostgresPool({ url, name: 'workers leases', max: 10, asyncCommit: true })
  const appendPool = createPostgresPool({ url, name: 'workers append', max: 1 })
  const appender = createAppender({ pool: appendPool })
  const redis = createRedis({ url: options.redisUrl, name: 'workers', failFast: false, log })
  const prefix = createQueuePrefix(pool)
  const context = { pool, appender, log }
  const handlers = options.handlers ?? createHandlers(pool, createJobAnnouncer(redis, prefix, now))
  refuseUnhandled(handlers)
  const worker = { handlers, leases: createBatchedLeases(leasePool), context, retryPolicy }
  const senders = createSenders(options.providers ?? { mailFrom: 'Jaanch <no-reply@jaanch.example>' })
  const outboxSender = createOutboxSender({
    pool,
    senders,
    render: createMessageRenderer(pool, options.publicUrl ?? 'http://localhost:3000'),
    retryPolicy: options.deliveryRetryPolicy ?? deliveryRetryPolicy,
    log,
  })
  const timers = createTimers(context, now)

  const stop = new AbortController()
  const { signal } = stop
  const jobConsumers = [
    createJobConsumer<WorkJob>({
      redis,
      prefix,
      queue: 'work',
      concurrency: options.concurrency,
      handle: (job) => handleWorkJob(job, worker),
      log,
    }),
    outboxSender.consumeJobs(redis, prefix),
    timers.consumeJobs(redis, prefix),
  ]
  const sweeping = Promise.all([
    pollDueRows({
      take: (most) => leaseDueWork(leasePool, Object.keys(handlers), most),
      handle: (lease) => handleWork(lease, worker),
      concurrency: options.concurrency,
      what: 'work',
      log,
      signal,
    }),
    outboxSender.pollDueRows(signal),
    timers.pollDueRows(signal),
    pruneHourly(leasePool, log, signal),
  ])
  return [
    () => stop.abort(),
    // all at the same time, so that none takes a job while the others finish; without Redis there is nothing to wait for
    () =>
      Promise.all([sweeping, ...jobConsumers.map((consumer) => consumer.close(redis.status !== 'ready'))]),
    () => outboxSender.close(),
    () => Promise.all(Object.values(senders).map((sender) => sender.close())),
    () => appender.close(),
    () => redis.disconnect(),
    () => Promise.all([pool.end(), leasePool.end(), appendPool.end()]),
  ]
}

function refuseUnhandled(handlers: Partial<Handlers>): void {
  const unhandled = (Object.keys(consumers) as ConsumerName[]).filter((name) => !handlers[name])
  if (unhandled.length > 0) throw new UnhandledConsumerError(`No worker handles ${unhandled.join(', ')}`)
}
