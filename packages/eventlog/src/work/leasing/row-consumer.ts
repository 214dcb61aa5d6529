import type { Log } from '@jaanch/platform/logging'
import { createJobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'
import type { QueueName } from '../jobs.ts'
import type { Polling } from './lease-loop.ts'

/** Handles the rows of one leased table: those that jobs announce, and due rows that polling finds. */
export type RowConsumer<Job> = {
  queue: QueueName
  /** Jobs handled at the same time */
  jobConcurrency: number
  handleJob(job: Job): Promise<void>
  /** Resolves after the signal aborted and the rows that were begun are handled */
  poll(polling: Polling): Promise<void>
  /** Ends the leases of the rows that are being handled: others begin them anew. They count no attempt. */
  release(): Promise<void>
  /** Ends the renewal of leases. To be called when no row is being handled any more. */
  close(): void
}

export type RunningConsumer = {
  /** Takes no more jobs and resolves when nothing is being handled. @param isForced true: does not wait for jobs */
  stop(isForced: boolean): Promise<void>
  /** For what does not end in time: others begin it anew, and no attempt is counted. */
  release(): Promise<void>
}

export function startRowConsumer<Job>(
  consumer: RowConsumer<Job>,
  { redis, prefix, log, ...polling }: Polling & { redis: Redis; prefix: QueuePrefix; log: Log },
): RunningConsumer {
  const { queue, jobConcurrency, handleJob } = consumer
  const jobs = createJobConsumer<Job>({
    redis,
    prefix,
    queue,
    concurrency: jobConcurrency,
    handle: (job) => handleJob(job),
    log,
  })
  const polled = consumer.poll(polling)
  return {
    release: consumer.release,
    async stop(isForced) {
      await Promise.all([polled, jobs.close(isForced)])
      consumer.close()
    },
  }
}
