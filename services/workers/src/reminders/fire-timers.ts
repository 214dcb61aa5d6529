import { handles } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { RetryPolicy } from '@jaanch/platform/retry'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { createBatchedLeases } from '../leasing/batched-leases.ts'
import { runLeaseLoop } from '../leasing/lease-loop.ts'
import type { RowConsumer } from '../leasing/row-consumer.ts'
import { type HandlerContext, originOf } from '../work/handler.ts'
import { settleTimer, type TimerLease, timerTable } from './timers.ts'

export type TimerOptions = {
  context: HandlerContext
  /** For leases and settlements */
  leasePool: pg.Pool
  retryPolicy: RetryPolicy
  now: () => Date
}

const bookings = commandHandler(bookingDecider)

/**
 * Fires timers that are due: appends an event, decided on the booking as it is by then. The append id is made from the
 * timer's id, so a timer that fires twice appends once.
 */
export function createTimerConsumer({
  context,
  leasePool,
  retryPolicy,
  now,
}: TimerOptions): RowConsumer<TimerJob> {
  const { log } = context
  const leases = createBatchedLeases({
    table: timerTable,
    pool: leasePool,
    retryPolicy,
    messages: {
      failed: 'a timer failed',
      dead: 'a timer failed for the last time: it waits for an operator',
    },
    log,
    now,
  })

  function fire(lease: TimerLease): Promise<void> {
    const { id, streamId } = lease
    return leases.hold(lease, async () => {
      try {
        await appendReminder(lease)
      } catch (error) {
        const details = { err: error, timerId: id, streamId }
        const letter = { consumer: 'timers', streamId, position: 0, error: (error as Error).message }
        return leases.recordFailure(lease, { ...letter, cause: error, details })
      }
      await settleTimer(leasePool, lease, now())
    })
  }

  async function appendReminder({ id, streamId }: TimerLease): Promise<void> {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`A reminder to ${streamId}, which is no booking`)
    const known = await readStreamOf(context.pool, 'booking', bookingId)
    const { refused } = await bookings.record(
      context,
      { id: bookingId, known, ...originOfTimer(known), appendId: appendIdOf('timers', id) },
      (booking) => bookingDecider.decide(booking, { type: 'remindOfFasting' }, now()),
    )
    if (refused) log.info({ timerId: id, streamId, refused }, 'the reminder is not needed any more')
  }

  return {
    queue: 'timers',
    jobConcurrency: 5,
    async handleJob({ timerId }) {
      const lease = await leases.lease({ id: timerId })
      if (lease) await fire(lease)
    },
    poll: (polling) =>
      runLeaseLoop({
        ...polling,
        scopes: () => ['fasting-reminder'],
        scopeOf: () => 'fasting-reminder',
        capacityOf: () => 20,
        lease: leases.leaseDue,
        handle: fire,
        wakeSignal: createWakeSignal(),
        what: 'timers',
        log,
      }),
    close: leases.close,
  }
}

/** The last event that could have set the timer of a booking. */
function originOfTimer(history: readonly Recorded[]) {
  const cause = history.findLast(({ type }) => handles('reminders', type))
  return cause ? originOf('reminders', cause) : { actor: 'system:reminders' }
}
