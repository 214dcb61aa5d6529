import type { DeliveryJob, TimerJob } from '@jaanch/contracts/jobs'
import { createJobProducer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'

/** Announces outbox messages and timers to the workers, who also poll for them: failures are ignored. */
export type JobAnnouncer = {
  /** There are new messages. A job follows within 100 ms, so that the messages of many events are sent together. */
  announceDeliveries(): void
  announceTimer(timerId: string, dueAt: Date): void
}

const deliveryDelayMs = 100

export function createJobAnnouncer(redis: Redis, prefix: QueuePrefix, now: () => Date): JobAnnouncer {
  const deliveries = createJobProducer<DeliveryJob>({ redis, prefix, queue: 'delivery' })
  const timers = createJobProducer<TimerJob>({ redis, prefix, queue: 'timers' })
  let pending: NodeJS.Timeout | undefined

  function addDeliveryJob(): void {
    pending = undefined
    const deduplication = { id: 'delivery', keepLastIfActive: true }
    deliveries.add([{ name: 'delivery', data: {}, options: { deduplication } }]).catch(() => {})
  }

  return {
    announceDeliveries() {
      if (!pending) pending = setTimeout(addDeliveryJob, deliveryDelayMs).unref()
    },
    announceTimer(timerId, dueAt) {
      const delay = Math.max(0, dueAt.getTime() - now().getTime())
      timers.add([{ name: 'timer', data: { timerId }, options: { jobId: timerId, delay } }]).catch(() => {})
    },
  }
}
