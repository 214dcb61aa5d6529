import type { Channel } from '@jaanch/messages/kinds'
import { createJobProducer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'
import type { DeliveryJob, TimerJob } from './jobs.ts'

/** A channel, and the position of the last event that new messages on it are about. */
export type NewMessages = { channel: Channel; position: number }

/** There are new messages. A job follows within 100 ms, so that the messages of many events are sent together. */
export type AnnounceDeliveries = (messages: readonly NewMessages[]) => void
export type AnnounceTimer = (kind: string, timerId: string, dueAt: Date) => void

/** Announces outbox messages and timers to the workers, who also poll for them: failures are ignored. */
export type JobAnnouncer = { announceDeliveries: AnnounceDeliveries; announceTimer: AnnounceTimer }

const deliveryDelayMs = 100

export function createJobAnnouncer(redis: Redis, prefix: QueuePrefix, now: () => Date): JobAnnouncer {
  const deliveries = createJobProducer<DeliveryJob>({ redis, prefix, queue: 'delivery' })
  const timers = createJobProducer<TimerJob>({ redis, prefix, queue: 'timers' })
  const waiting: NewMessages[] = []

  function addDeliveryJob(): void {
    deliveries.add([deliveryJob(waiting.splice(0))]).catch(() => {})
  }

  return {
    announceDeliveries(messages) {
      if (waiting.length === 0 && messages.length > 0) setTimeout(addDeliveryJob, deliveryDelayMs).unref()
      waiting.push(...messages)
    },
    announceTimer(kind, timerId, dueAt) {
      const delay = Math.max(0, dueAt.getTime() - now().getTime())
      timers.add([{ name: kind, data: { timerId }, options: { jobId: timerId, delay } }]).catch(() => {})
    },
  }
}

/** One job for all of them. One that waits already is enough; one that arrives while it is being taken is added afterwards. */
export function deliveryJob(messages: readonly NewMessages[]) {
  const channels = [...new Set(messages.map(({ channel }) => channel))].sort()
  return {
    name: channels.join(', '),
    data: { channels, upto: Math.max(...messages.map(({ position }) => position)) },
    options: { deduplication: { id: 'delivery', keepLastIfActive: true } },
  }
}
