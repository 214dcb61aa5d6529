import { type Doorbell, doorbellQueue } from '@jaanch/contracts/consumers'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { doWork } from './do-work.ts'
import type { Workshop } from './handler.ts'

/** Answers the bell: takes the work row that it names and does it. A bell for work that is done already is nothing. */
export function answerDoorbell(redis: Redis, workshop: Workshop, concurrency: number): Worker<Doorbell> {
  const { handlers, leases, tools } = workshop
  const worker = new Worker<Doorbell>(
    doorbellQueue,
    async ({ data }) => {
      // a newer release's consumer is left to its own workers
      if (!Object.hasOwn(handlers, data.consumer)) return
      const lease = await leases.take(data)
      if (lease) await doWork(lease, workshop)
    },
    // a killed worker's jobs are found again within seconds; the sweeper would find the work anyway
    { connection: redis, concurrency, lockDuration: 5_000, stalledInterval: 5_000 },
  )
  worker.on('error', (error) => tools.log.debug({ err: error }, 'the doorbell is out of order'))
  return worker
}
