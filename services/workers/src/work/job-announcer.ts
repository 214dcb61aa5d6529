import type { DeliveryJob, TimerJob } from '@jaanch/contracts/jobs'
import { createJobProducer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'

/** Announces outbox messages and timers to the workers. Each call fails at once while Redis is unavailable. */
export type JobAnnouncer = {
  announceDeliveries(jobs: readonly DeliveryJob[]): Promise<void>
  announceTimer(timerId: string, dueAt: Date): Promise<void>
}

export function createJobAnnouncer(redis: Redis, prefix: QueuePrefix, now: () => Date): JobAnnouncer {
  const deliveries = createJobProducer<DeliveryJob>({ redis, prefix, queue: 'delivery' })
  const timers = createJobProducer<TimerJob>({ redis, prefix, queue: 'timers' })
  return {
    announceDeliveries: (jobs) =>
      deliveries.add(jobs.map((data) => ({ name: data.channel, data, options: { jobId: data.messageId } }))),
    announceTimer: (timerId, dueAt) => {
      const delay = Math.max(0, dueAt.getTime() - now().getTime())
      return timers.add([{ name: 'timer', data: { timerId }, options: { jobId: timerId, delay } }])
    },
  }
}
