import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { createJobConsumer, type JobConsumer, type QueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'
import type { Tools } from '../work/handler.ts'
import { sweep } from '../work/sweeper.ts'
import { recordRung, type Timer, takeTimers } from './timers.ts'

export type Timers = {
  consumeJobs(redis: Redis, prefix: QueuePrefix): JobConsumer
  sweep(signal: AbortSignal): Promise<void>
}

/**
 * Rings the timers that are due. What a timer leads to is an event, decided on what the booking is by then, under an id made
 * of the timer: rung twice, it is there once.
 */
export function openTimers(tools: Tools, now: () => Date): Timers {
  const { pool, appender, log } = tools

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
    await recordRung(pool, id, now())
  }

  return {
    consumeJobs: (redis, prefix) =>
      createJobConsumer<TimerJob>({
        redis,
        prefix,
        queue: 'timers',
        concurrency: 5,
        async handle({ timerId }) {
          for (const timer of await takeTimers(pool, { now: now(), most: 1, id: timerId })) await ring(timer)
        },
        log,
      }),
    sweep: (signal) =>
      sweep({
        take: (most) => takeTimers(pool, { now: now(), most }),
        handle: ring,
        atOnce: 20,
        what: 'timers',
        log,
        signal,
      }),
  }
}
