/**
 * The work that follows an event: relay, work row, job, lease, handler, settled. The peer is BullMQ alone with the same
 * Redis, the same concurrency and the same number of jobs, which do nothing.
 */
import { randomUUID } from 'node:crypto'
import { runRelay } from '@jaanch/api/relay/relay'
import { consumers } from '@jaanch/contracts/consumers'
import type { WorkJob } from '@jaanch/contracts/jobs'
import { details } from '@jaanch/domain/testing/bookings'
import { createAppender } from '@jaanch/eventlog/appender'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import { handleAll } from '@jaanch/workers/engine/testing/handle-all'
import { assignOrderNumber } from '@jaanch/workers/orders/assign-order-number'
import { startWorkers } from '@jaanch/workers/start'
import { Queue, Worker } from 'bullmq'

type Servers = { databaseUrl: string; redisUrl: string }
type Load = { jobs: number; concurrency: number }

const log = createLog('bench', 'silent')

/** Handlers that do nothing, to measure leases and queues alone. */
const idle = handleAll(async () => {})

/** @returns events per second, from the first relayed to the last settled; each is work for each consumer of BookingPlaced */
export async function benchWork(
  { databaseUrl, redisUrl }: Servers,
  { jobs, concurrency }: Load,
  kind: 'idle' | 'orders',
): Promise<number> {
  const pool = createPostgresPool({ url: databaseUrl, name: 'bench', max: 4 })
  const redis = createRedis({ url: redisUrl, name: 'bench', failFast: true, log })
  await placeBookings(pool, jobs)
  const closings = startWorkers({
    databaseUrl,
    redisUrl,
    concurrency,
    log,
    handlers: kind === 'idle' ? idle : { ...idle, orders: assignOrderNumber(pool) },
  })
  const stop = new AbortController()
  const producer = createJobProducer<WorkJob>({ redis, prefix: createQueuePrefix(pool), queue: 'work' })
  const startedAt = performance.now()
  const relaying = runRelay({
    pool,
    wakeSignal: createWakeSignal(),
    jobs: producer,
    log,
    signal: stop.signal,
  })
  const seconds = await waitUntilSettled(pool, startedAt)
  stop.abort()
  for (const close of [...closings, () => relaying, () => redis.disconnect(), () => pool.end()]) await close()
  return jobs / seconds
}

type Pool = ReturnType<typeof createPostgresPool>

/** Places bookings and sets the cursor of every consumer before them. */
async function placeBookings(pool: Pool, jobs: number): Promise<void> {
  const appender = createAppender({ pool })
  for (const name of Object.keys(consumers)) {
    await pool.query(
      `insert into work_consumers (name, cursor) select $1, coalesce(max(position), 0) from log.events
       on conflict (name) do update set cursor = excluded.cursor`,
      [name],
    )
  }
  await Promise.all(
    Array.from({ length: jobs }, () => {
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
}

/** @returns seconds since `startedAt` */
async function waitUntilSettled(pool: Pool, startedAt: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ done: boolean }>(
      `select not exists (select from work)
          and (select min(cursor) from work_consumers) = (select max(position) from log.events) as done`,
    )
    if (rows[0]?.done) return (performance.now() - startedAt) / 1_000
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** @returns jobs per second, from the first queued to the last completed */
export async function benchBullMq({ redisUrl }: Servers, { jobs, concurrency }: Load): Promise<number> {
  const connection = createRedis({ url: redisUrl, name: 'bench peer', failFast: false, log })
  const name = `peer-${randomUUID()}`
  const queue = new Queue(name, { connection })
  const all = Promise.withResolvers<void>()
  let done = 0
  const worker = new Worker(
    name,
    async () => {
      done += 1
      if (done === jobs) all.resolve()
    },
    { connection, concurrency },
  )
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()])
  const startedAt = performance.now()
  for (let n = 0; n < jobs; n += 1_000) {
    const size = Math.min(1_000, jobs - n)
    await queue.addBulk(
      Array.from({ length: size }, () => ({ name: 'nothing', data: {}, opts: { removeOnComplete: true } })),
    )
  }
  await all.promise
  const seconds = (performance.now() - startedAt) / 1_000
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  connection.disconnect()
  return jobs / seconds
}
