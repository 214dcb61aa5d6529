/**
 * The jobs on BullMQ. A job only wakes: what it says of itself is for the people who look at the queues, and no worker acts on
 * it, except on the id of a timer. A lost job delays its work until the next poll, and no personal data is stored in Redis.
 */
import { createJobProducer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'

/**
 * There are new work rows. It names none, because workers lease what is due by the hundred: a job for each row cost more than
 * the work.
 */
export type WorkJob = {
  /** The consumers with new rows; there may be ones of a newer release */
  consumers: string[]
  /** Position of the last event that was relayed when the job was added. A job that waited already keeps its own */
  upto: number
}

/** There are new outbox messages. */
export type DeliveryJob = {
  channels: string[]
  /** Position of the last event that the messages are about, as of a WorkJob */
  upto: number
}

/** A timer is due; these jobs are delayed. Named by the kind of the timer. */
export type TimerJob = { timerId: string }

/** The queues; each has one of these kinds of jobs. */
export type QueueName = 'work' | 'delivery' | 'timers'

/** A channel, and the position of the last event that new messages on it are about. */
type NewMessages = { channel: string; position: number }

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
