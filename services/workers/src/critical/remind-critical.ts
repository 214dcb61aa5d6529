import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { type CriticalCall, criticalCallsOf } from '@jaanch/domain/critical/calls'
import { dueReminder } from '@jaanch/domain/critical/reminders'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import type pg from 'pg'
import type { TimerHandler } from '../engine/timers/fire-timers.ts'
import type { HandlerContext } from '../engine/work/handler.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Records which reminders are due of the open calls of a booking; messages follow from the events. The append id is
 * made of the call and the step: whoever repeats this after a crash records nothing new, and the outbox has one message for each event,
 * channel and person.
 */
export const remindCritical: TimerHandler = async ({ id, streamId, after }, context, now) => {
  const bookingId = parseStreamId('booking', streamId)
  if (bookingId === undefined) throw new Error(`A call about ${streamId}, which is no booking`)
  const history = await readStreamOf(context.pool, 'booking', bookingId)
  const booking = fold(bookingDecider, history)
  const open = criticalCallsOf(history).filter(({ ending }) => !ending)
  if (booking.status === 'none' || open.length === 0) return undefined
  if (await isErased(context.pool, booking.customerId)) return undefined

  const next: Date[] = []
  for (const call of open) {
    const { step, at } = dueReminder(call, now)
    if (step !== undefined) await remind(context, { timerId: id, bookingId, call, step }, now)
    if (at) next.push(at)
  }
  if (next.length === 0) return undefined
  return { dueAt: new Date(Math.min(...next.map((at) => at.getTime()))), after }
}

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

/** Who deleted the account has no number any more. */
async function isErased(pool: pg.Pool, customerId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from users where id = $1 and erased_at is not null', [
    customerId,
  ])
  return rowCount !== 0
}
