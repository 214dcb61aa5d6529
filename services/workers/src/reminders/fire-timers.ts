import { handles } from '@jaanch/contracts/consumers'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import type { BookingState } from '@jaanch/domain/booking/state'
import { accept, fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { RetryPolicy } from '@jaanch/platform/retry'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { followAssignment } from '../assignment/follow-assignment.ts'
import type { Assigner } from '../assignment/record-step.ts'
import { createBatchedLeases } from '../leasing/batched-leases.ts'
import { runLeaseLoop } from '../leasing/lease-loop.ts'
import type { RowConsumer } from '../leasing/row-consumer.ts'
import { type HandlerContext, originOf } from '../work/handler.ts'
import { reminderAt } from './reminder-time.ts'
import { type Again, setAgain, settleTimer, type TimerLease, timerKinds, timerTable } from './timers.ts'

export type TimerOptions = {
  context: HandlerContext
  assigner: Assigner
  /** For leases and settlements */
  leasePool: pg.Pool
  retryPolicy: RetryPolicy
  now: () => Date
}

const bookings = commandHandler(bookingDecider)

/**
 * Fires timers that are due: appends an event, decided on the booking as it is by then. The append id is made from the
 * timer's id, or from the event that the timer was set after, so a timer that fires twice appends once.
 */
export function createTimerConsumer({
  context,
  assigner,
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
      let again: Again | undefined
      try {
        leases.assertAttemptLeft(lease)
        again = lease.kind === 'assignment' ? await follow(lease) : await appendReminder(lease)
      } catch (error) {
        const details = { err: error, timerId: id, streamId }
        const letter = { consumer: 'timers', streamId, position: 0, error: (error as Error).message }
        return leases.recordFailure(lease, { ...letter, cause: error, details })
      }
      if (again) await setAgain(leasePool, lease, again)
      else await settleTimer(leasePool, lease, now())
    })
  }

  function follow({ streamId, after }: TimerLease): Promise<Again | undefined> {
    return followAssignment(context, assigner, { streamId, after: after ?? 0 }, now())
  }

  /** @returns when the reminder is due if the visit was moved to a later day, which the timer did not know */
  async function appendReminder({ id, streamId }: TimerLease): Promise<Again | undefined> {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`A reminder to ${streamId}, which is no booking`)
    const known = await readStreamOf(context.pool, 'booking', bookingId)
    let dueAt: Date | undefined
    const { refused } = await bookings.handle(
      context,
      { id: bookingId, known, ...originOfTimer(known), appendId: appendIdOfTimer(id, known) },
      (booking) => {
        dueAt = dueDateOf(booking)
        if (dueAt && dueAt > now()) return accept()
        return bookingDecider.decide(booking, { type: 'remindOfFasting' }, now())
      },
    )
    if (dueAt && dueAt > now()) return { dueAt, after: null }
    if (refused) log.info({ timerId: id, streamId, refused }, 'the reminder is not needed any more')
    return undefined
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
        scopes: () => timerKinds,
        scopeOf: ({ kind }) => kind,
        capacityOf: () => 20,
        lease: leases.leaseDue,
        handle: fire,
        wakeSignal: createWakeSignal(),
        what: 'timers',
        log,
      }),
    release: leases.release,
    close: leases.close,
  }
}

/** @returns undefined for a booking without a date, or one that is not open any more: there is nothing to wait for */
function dueDateOf(booking: BookingState): Date | undefined {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return undefined
  return booking.scheduledDate === null ? undefined : reminderAt(booking.scheduledDate)
}

/** One reminder for each date of a visit. That of the date for which it was booked has the id that earlier releases use. */
function appendIdOfTimer(id: string, history: readonly Recorded<BookingEvent>[]): string {
  const [opening] = history
  const booked = opening && 'scheduledDate' in opening.data ? opening.data.scheduledDate : null
  const booking = fold(bookingDecider, history)
  const date = booking.status === 'none' ? null : booking.scheduledDate
  return date === booked || date === null ? appendIdOf('timers', id) : appendIdOf('timers', id, date)
}

/** The last event that could have set the timer of a booking. */
function originOfTimer(history: readonly Recorded[]) {
  const cause = history.findLast(({ type }) => handles('reminders', type))
  return cause ? originOf('reminders', cause) : { actor: 'system:reminders' }
}
