import { isErased } from '@jaanch/account/users/user-rows'
import { bookingDecider } from '@jaanch/booking/decider'
import { fold } from '@jaanch/contracts/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { parseStreamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { readStreamOf } from '@jaanch/eventlog/read'
import { type HandlerContext, react } from '@jaanch/eventlog/work/handler'
import { onTimer, restartTimer, type TimerServices, timerSetter } from '@jaanch/eventlog/work/timers'
import { criticalConsumer, criticalTimer } from '../consumers.ts'
import { criticalCallsOf } from './critical-call.ts'
import { type CriticalCall, dueReminder, remindEveryMs } from './rules.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Records which reminders are due of the open calls of a booking; messages follow from the events. The append id is
 * made of the call and the step: whoever repeats this after a crash records nothing new, and the outbox has one message for each event,
 * channel and person.
 */
export const remindCritical = onTimer(
  criticalTimer,
  async ({ id, streamId, after }, context: HandlerContext, now) => {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`A call about ${streamId}, which is no booking`)
    const history = await readStreamOf(context.pool, 'booking', bookingId)
    const booking = fold(bookingDecider, history)
    const open = criticalCallsOf(history).filter(({ ending }) => !ending)
    if (booking.status === 'none' || open.length === 0) return undefined
    // a customer who deleted the account has no phone number any more
    if (await isErased(context.pool, booking.customerId)) return undefined

    const next: Date[] = []
    for (const call of open) {
      const { step, at } = dueReminder(call, now)
      if (step !== undefined) await remind(context, { timerId: id, bookingId, call, step }, now)
      if (at) next.push(at)
    }
    if (next.length === 0) return undefined
    return { dueAt: new Date(Math.min(...next.map((at) => at.getTime()))), after }
  },
)

type DueReminder = { timerId: string; bookingId: string; call: CriticalCall; step: number }

async function remind(
  context: HandlerContext,
  { timerId, bookingId, call: { callId }, step }: DueReminder,
  now: Date,
): Promise<void> {
  const { refused } = await bookings.handle(
    context,
    { id: bookingId, actor: 'system:critical', appendId: appendIdOf('timers', timerId, callId, step) },
    (state, history) =>
      bookingDecider.decide(
        state,
        { type: 'remindCriticalCall', callId, step, calls: criticalCallsOf(history) },
        now,
      ),
  )
  if (refused) context.log.info({ timerId, bookingId, refused }, 'nobody is reminded of the call any more')
}

/** A timer that is due earlier, for another call, stays so. */
const setTimer = timerSetter(
  criticalTimer,
  `do update
               set due_at = case when timers.outcome is null then least(timers.due_at, excluded.due_at) else excluded.due_at end,
                   position = excluded.position, ${restartTimer}
               where timers.position < excluded.position`,
)

/** Sets the timer of the first reminder. The first message follows from the event itself, so nothing waits for this. */
export const followCritical = react(
  criticalConsumer,
  ({ streamId, at, position }, { leasePool, announceTimer }: TimerServices) => {
    const dueAt = new Date(at.getTime() + remindEveryMs)
    return setTimer({ leasePool, announceTimer }, { streamId, dueAt, after: position })
  },
)
