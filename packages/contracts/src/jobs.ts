/**
 * The jobs on BullMQ. A job names what is to be done and carries no data: a lost job only delays its work until the next
 * poll, and no personal data is stored in Redis.
 */
import type { Channel } from './notification-kinds.ts'

/** The stream of a consumer has unhandled events: there is a work row. Only newer code may know the consumer. */
export type WorkJob = { consumer: string; streamId: string }

/** An outbox message is due. */
export type DeliveryJob = { messageId: string; channel: Channel }

/** A timer is due; these jobs are delayed. */
export type TimerJob = { timerId: string }

/** The queues; each has one of these kinds of jobs. */
export type QueueName = 'work' | 'delivery' | 'timers'
