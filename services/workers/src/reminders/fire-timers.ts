import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { createJobConsumer, type JobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'
import { pollDueRows } from '../leasing/poll-due-rows.ts'
import type { HandlerContext } from '../work/handler.ts'
import { leaseTimers, recordFired, type Timer } from './timers.ts'

export type Timers = {
  consumeJobs(redis: Redis, prefix: QueuePrefix): JobConsumer
  pollDueRows(signal: AbortSignal): Promise<void>
}

/**
 * Rings the timers that are due. What a timer leads to is an event, decided on what the booking is by then, under an id made
 * of the timer: running twice, it is there once.
 */
export function createTimers(context: HandlerContext, now: () => Date): Timers {
  const { pool, appender, log } = context

  async function ring({ id, streamId }: Timer): Promise<void> {
    await decideAndAppend({
      appender,
      db: pool,
      id: appendIdOf('timers', id),
      streamId,
      actor: 'system:reminders',
      decide(history) {
        const booking = fold(bookingDecider, history as Recorded<BookingEvent>[])
        const decision = bookingDecider.decide(booking, { type: 'remindOfFasting' }, now())
        if (!('refused' in decision)) return decision.events
        log.info(
          { timerId: id, streamId, refused: decision.refused },
          'there is nothing to remind of any more',
        )
        return []
      },
    })
    await recordFired(pool, id, now())
  }

  return {
    consumeJobs: (redis, prefix) =>
      createJobConsumer<TimerJob>({
        redis,
        prefix,
        queue: 'timers',
        concurrency: 5,
        async handle({ timerId }) {
          for (const timer of await leaseTimers(pool, { now: now(), most: 1, id: timerId })) await ring(timer)
        },
        log,
      }),
    pollDueRows: (signal) =>
      pollDueRows({
        take: (most) => leaseTimers(pool, { now: now(), most }),
        handle: ring,
        concurrency: 20,
        what: 'timers',
        log,
        signal,
      }),
  }
}
