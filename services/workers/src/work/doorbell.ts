import { type Doorbell, doorbellQueue } from '@jaanch/contracts/consumers'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { doWork, type Handlers } from './do-work.ts'
import type { Tools } from './handler.ts'
import { takeWork } from './lease.ts'

/** Answers the bell: takes the work row that it names and does it. A bell for work that is done already is nothing. */
export function answerDoorbell(
  redis: Redis,
  handlers: Handlers,
  tools: Tools,
  concurrency: number,
): Worker<Doorbell> {
  const worker = new Worker<Doorbell>(
    doorbellQueue,
    async ({ data }) => {
      const lease = await takeWork(tools.pool, data.consumer, data.streamId)
      if (lease) await doWork(lease, handlers, tools)
    },
    // a killed worker's jobs are found again within seconds; the sweeper would find the work anyway
    { connection: redis, concurrency, lockDuration: 5_000, stalledInterval: 5_000 },
  )
  worker.on('error', (error) => tools.log.debug({ err: error }, 'the doorbell is out of order'))
  return worker
}
