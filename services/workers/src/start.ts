import '@jaanch/booking-stream/streams'
import type { Assigner } from '@jaanch/booking/assignment/follow-assignment'
import { createRanking, createReservations } from '@jaanch/booking/assignment/ranking'
import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import { createMessageRenderer } from '@jaanch/booking/notifications/render-message'
import { isUrgent } from '@jaanch/booking/notifications/templates'
import { bookingReactions, bookingTimerReactions } from '@jaanch/booking/reactions'
import { visitRowsSql } from '@jaanch/booking/visit/visit-rows'
import { followRejections } from '@jaanch/collection/recollections/follow-rejections'
import { createAppender } from '@jaanch/eventlog/appender'
import { followConsumers } from '@jaanch/eventlog/work/consumers'
import { createWorkConsumer, workRetryPolicy } from '@jaanch/eventlog/work/handle-work'
import type { HandlerContext, Reaction } from '@jaanch/eventlog/work/handler'
import { createJobAnnouncer, type JobAnnouncer } from '@jaanch/eventlog/work/jobs'
import { startRowConsumer } from '@jaanch/eventlog/work/leasing/row-consumer'
import { createTimerConsumer, type TimerServices } from '@jaanch/eventlog/work/timers'
import { createOutboxSender, deliveryRetryPolicy } from '@jaanch/messages/delivery/outbox-sender'
import { createSenders, createSmsBudget, type Providers } from '@jaanch/messages/delivery/senders'
import { consumers } from '@jaanch/operations/work/declared'
import type { ConfigReport } from '@jaanch/platform/config-check'
import { createRateCounter, startHeartbeat } from '@jaanch/platform/heartbeat'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { addChecks, assertLoopsWork, postgresAnswers, redisAnswers } from '@jaanch/platform/probes'
import { createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import type { RetryPolicy } from '@jaanch/platform/run-loop'
import type { Closing } from '@jaanch/platform/service'
import { observePools } from '@jaanch/platform/telemetry/process-gauges'
import { createReportForecasts, type ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import { createReportRenderer, type ReportRenderer } from '@jaanch/report/pdf/release-rendered'
import { reportReactions, reportTimerReactions } from '@jaanch/report/reactions'
import { remindOfTestsRegularly } from '@jaanch/report/retests/remind-of-tests'
import { deleteHourly } from './housekeeping/delete-old-rows.ts'
import { endOldMessagesRegularly, sweepHoldsRegularly } from './housekeeping/sweeps.ts'

const allReactions = [...bookingReactions, followRejections, ...reportReactions]
const timerReactions = [...bookingTimerReactions, ...reportTimerReactions]

/** Events would pile up for a consumer without a handler. */
class UnhandledConsumerError extends Error {
  override name = 'UnhandledConsumerError'
}

/** The services that reactions may take. */
type Services = HandlerContext &
  TimerServices &
  JobAnnouncer & {
    renderer: ReportRenderer
    assigner: Assigner
    forecasts: ReportForecasts
    now: () => Date
  }

export type WorkersOptions = {
  databaseUrl: string
  redisUrl: string
  /** Streams handled at the same time */
  concurrency: number
  log: Log
  /** The report of the process about its settings, for operators */
  configReport?: ConfigReport
  /** Default: those of all subjects */
  reactions?: readonly Reaction<Services>[]
  /** Attempts of work and timers */
  retryPolicy?: RetryPolicy
  /** Attempts of messages */
  deliveryRetryPolicy?: RetryPolicy
  /** Public address of the site, for the links in messages */
  publicUrl?: string
  /** Multiplies the number of messages a day; default 1 */
  limitScale?: number
  /** SMS that the gateway gets in a day in India, which `limitScale` multiplies; default 10,000 */
  smsPerDay?: number
  /** How messages are sent; default: they stay in the outbox */
  providers?: Providers
  /** How long a worker may be silent before another one takes its rows; default 5 for messages, 8 for work and timers */
  leaseSeconds?: number
  /** Pause between two polls for due rows, ms; default 1,000 */
  pollMs?: number
  now?: () => Date
  /** How long after the order to stop the rows that are still being handled are left to other workers, ms; default 6,000 */
  releaseAfterMs?: number
}

/**
 * Starts what a worker process consists of: the consumers of work, messages and timers, each fed by jobs and by polling.
 * @throws UnhandledConsumerError
 */
export function startWorkers(options: WorkersOptions): Closing[] {
  const {
    databaseUrl: url,
    log,
    retryPolicy = workRetryPolicy,
    leaseSeconds,
    pollMs = 1_000,
    now = () => new Date(),
    limitScale = 1,
    publicUrl = 'http://localhost:3000',
  } = options
  const pool = createPostgresPool({ url, name: 'workers', max: 10, lookups: true })
  // most of what a worker writes; if a crash of Postgres loses the last of it, the work is repeated and has no effect
  const leasePool = createPostgresPool({
    url,
    name: 'workers leases',
    max: 10,
    asyncCommit: true,
    lookups: true,
  })
  const appendPool = createPostgresPool({ url, name: 'workers append', max: 1, lookups: true })
  const appender = createAppender({ pool: appendPool, rowsSql: visitRowsSql })
  const redis = createRedis({ url: options.redisUrl, name: 'workers', failFast: false, log })
  const prefix = createQueuePrefix(pool)
  const senders = createSenders(options.providers ?? { mailFrom: 'Jaanch <no-reply@jaanch.example>' })
  const renderer = createReportRenderer()
  const { reactions = allReactions } = options
  assertAllHandled(reactions)
  const services = {
    pool,
    leasePool,
    appender,
    log,
    now,
    renderer,
    ...createJobAnnouncer(redis, prefix, now),
    assigner: { ranking: createRanking(pool), reserved: createReservations() },
    forecasts: createReportForecasts(pool),
  }
  const stop = new AbortController()

  const known = followConsumers(leasePool, consumers, log, stop.signal)
  const done = createRateCounter()
  const work = createWorkConsumer({
    onDone: done.add,
    reactions,
    consumers: known,
    services,
    log,
    leasePool,
    concurrency: options.concurrency,
    retryPolicy,
    leaseSeconds,
  })
  const outbox = createOutboxSender({
    onSent: done.add,
    // after a crash of Postgres, a message that a provider has must not be sent again: its settlement waits for the disk
    pool: Object.values(senders).every(({ storesText }) => storesText) ? leasePool : pool,
    senders,
    kinds: notificationKinds,
    render: createMessageRenderer(pool, { publicUrl, limitScale, now }),
    // those that stay in the outbox cost nothing
    admit: senders.sms?.storesText
      ? undefined
      : createSmsBudget(leasePool, (options.smsPerDay ?? 10_000) * limitScale, isUrgent),
    retryPolicy: options.deliveryRetryPolicy ?? deliveryRetryPolicy,
    leaseSeconds,
    log,
  })
  const timers = createTimerConsumer({
    reactions: timerReactions,
    services,
    log,
    leasePool,
    retryPolicy,
    leaseSeconds,
    now,
  })

  const running = { redis, prefix, log, pollMs, signal: stop.signal }
  const consuming = [
    startRowConsumer(work, running),
    startRowConsumer(outbox, running),
    startRowConsumer(timers, running),
  ]
  const heartbeat = startHeartbeat({
    pool: leasePool,
    service: 'workers',
    modelVersion: null,
    configReport: options.configReport,
    details: () => ({ lacking: known.lacking(), sends: Object.keys(senders), done: done.perSecond() }),
    log,
  })
  const removeChecks = addChecks({
    ready: [heartbeat.assertReaching, redisAnswers(redis), assertLoopsWork],
    servers: [postgresAnswers(url), redisAnswers(redis)],
  })
  const stopObserving = observePools({ workers: pool, leases: leasePool, append: appendPool })
  const deleting = deleteHourly(leasePool, log, stop.signal)
  const sweeping = sweepHoldsRegularly(pool, log, stop.signal)
  const ending = endOldMessagesRegularly(leasePool, log, stop.signal)
  const reminding = remindOfTestsRegularly(pool, { publicUrl, now }, log, stop.signal)

  return [
    () => stop.abort(),
    stopObserving,
    removeChecks,
    // together, so that none takes a job while another one finishes; without Redis there is no job to wait for
    () => {
      const releasing = setTimeout(() => {
        for (const each of consuming)
          each.release().catch((error) => log.warn({ err: error }, 'the leases could not be given back'))
      }, options.releaseAfterMs ?? 6_000)
      return Promise.all([
        deleting,
        sweeping,
        ending,
        reminding,
        known.ended,
        ...consuming.map((each) => each.stop(redis.status !== 'ready')),
      ]).finally(() => clearTimeout(releasing))
    },
    () => Promise.all(Object.values(senders).map((sender) => sender.close())),
    () => renderer.close(),
    () => appender.close(),
    () => redis.disconnect(),
    () => heartbeat.stop(),
    () => Promise.all([pool.end(), leasePool.end(), appendPool.end()]),
  ]
}

function assertAllHandled(reactions: readonly Pick<Reaction<never>, 'consumer'>[]): void {
  const handled = new Set(reactions.map(({ consumer }) => consumer.name))
  const unhandled = consumers.flatMap(({ name }) => (handled.has(name) ? [] : [name]))
  if (unhandled.length > 0) throw new UnhandledConsumerError(`No worker handles ${unhandled.join(', ')}`)
}
