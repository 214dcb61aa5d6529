import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { registerConsumers, runRelay } from '@jaanch/api/relay/relay'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { details } from '@jaanch/domain/testing/bookings'
import { createAppender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { handleAll } from '@jaanch/workers/engine/testing/handle-all'
import { startWorkers } from '@jaanch/workers/start'
import { Queue, Worker } from 'bullmq'
import { type Group, rate } from '../group.ts'
import { type Bare, inBareDatabase } from '../in-bare-database.ts'

const concurrency = 20
// fewer than may wait at the appender
const jobsIn = (seconds: number) => seconds * 1_000
const log = createLog('bench', 'silent')

/** Appends so many bookings, of nobody, after the cursors of the consumers. */
async function placeBookings({ url }: Bare, count: number): Promise<void> {
  const pool = createPostgresPool({ url, name: 'bench', max: 2, lookups: true })
  // the cursors of the consumers begin before what is appended
  await registerConsumers(pool)
  const appender = createAppender({ pool })
  await Promise.all(
    Array.from({ length: count }, () => {
      const bookingId = randomUUID()
      return appender.append({
        id: randomUUID(),
        streamId: `booking-${bookingId}`,
        expected: 0,
        events: [{ type: 'BookingPlaced', data: { ...details, bookingId, total: 79_850, final: 69_850 } }],
        actor: 'system:bench',
      })
    }),
  )
  await appender.close()
  await pool.end()
}

/** Relay, work rows, jobs, leases and settlement, with handlers that do nothing, in this process. @returns seconds */
async function handleAllWork({ url, db }: Bare, redisUrl: string): Promise<number> {
  const pool = createPostgresPool({ url, name: 'bench', max: 4, lookups: true })
  const redis = createRedis({ url: redisUrl, name: 'bench', failFast: true, log })
  const closings = startWorkers({
    databaseUrl: url,
    redisUrl,
    concurrency,
    log,
    handlers: handleAll(async () => {}),
  })
  const stop = new AbortController()
  const jobs = createJobProducer<WorkJob>({ redis, prefix: createQueuePrefix(pool), queue: 'work' })
  const startedAt = performance.now()
  const relaying = runRelay({ pool, wakeSignal: createWakeSignal(), jobs, log, signal: stop.signal })
  const isDone = `select not exists (select from work) and min(cursor) = (select max(position) from log.events) as done from work_consumers`
  while (!(await db.query(isDone)).rows[0].done) await setTimeout(20)
  const seconds = (performance.now() - startedAt) / 1_000
  stop.abort()
  for (const close of [...closings, () => relaying, () => redis.disconnect(), () => pool.end()]) await close()
  return seconds
}

/** As many jobs that do nothing, from the first one added to the last one completed. @returns seconds */
async function handleAllJobs(redisUrl: string, count: number): Promise<number> {
  const connection = createRedis({ url: redisUrl, name: 'bench peer', failFast: false, log })
  const name = `peer-${randomUUID()}`
  const queue = new Queue(name, { connection })
  const all = Promise.withResolvers<void>()
  let done = 0
  const worker = new Worker(
    name,
    async () => {
      done += 1
      if (done === count) all.resolve()
    },
    { connection, concurrency },
  )
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  const startedAt = performance.now()
  for (let n = 0; n < count; n += 1_000) {
    const job = { name: 'nothing', data: {}, opts: { removeOnComplete: true } }
    await queue.addBulk(Array.from({ length: Math.min(1_000, count - n) }, () => job))
  }
  await all.promise
  const seconds = (performance.now() - startedAt) / 1_000
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  connection.disconnect()
  return seconds
}

/** Events that are relayed and handled by the code of this checkout. */
export const work: Group = {
  isInProcess: true,
  rows: [
    rate('work after an event, all consumers', 'events/s'),
    rate('work, each row', 'rows/s', '>= 1.5 times'),
  ],
  measure: ({ databaseUrl, redisUrl }, { seconds }) =>
    inBareDatabase(databaseUrl, async (bare) => {
      await placeBookings(bare, jobsIn(seconds))
      const taken = await handleAllWork(bare, redisUrl)
      const { rows } = await bare.db.query('select count(*)::int as done from work_done')
      return [jobsIn(seconds) / taken, rows[0].done / taken]
    }),
  peer: {
    name: 'BullMQ alone, a job for each event',
    lacks: 'order within a stream, one row for each consumer, nothing lost with Redis',
    async measure({ redisUrl }, { seconds }) {
      const perSecond = jobsIn(seconds) / (await handleAllJobs(redisUrl, jobsIn(seconds)))
      return [perSecond, perSecond]
    },
  },
}
