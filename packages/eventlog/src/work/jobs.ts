/**
 * The jobs on BullMQ. A job only wakes: what it says of itself is for the people who look at the queues, and no worker acts on
 * it, except on the id of a timer. A lost job delays its work until the next poll, and no personal data is stored in Redis.
 */
import type { Channel } from '@jaanch/messages/kinds'

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
  channels: Channel[]
  /** Position of the last event that the messages are about, as of a WorkJob */
  upto: number
}

/** A timer is due; these jobs are delayed. Named by the kind of the timer. */
export type TimerJob = { timerId: string }

/** The queues; each has one of these kinds of jobs. */
export type QueueName = 'work' | 'delivery' | 'timers'
