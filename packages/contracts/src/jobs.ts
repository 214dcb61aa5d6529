/**
 * The jobs on BullMQ. A job says at most what is to be done and carries no data: a lost job only delays its work until the
 * next poll, and no personal data is stored in Redis.
 */
/**
 * There are new work rows. It names none, because workers lease what is due by the hundred: a job for each row cost more than
 * the work. (The jobs of an older release name a consumer and a stream.)
 */
export type WorkJob = Record<string, never>

/** There are new outbox messages. (The jobs of an older release name a message.) */
export type DeliveryJob = Record<string, never>

/** A timer is due; these jobs are delayed. */
export type TimerJob = { timerId: string }

/** The queues; each has one of these kinds of jobs. */
export type QueueName = 'work' | 'delivery' | 'timers'
