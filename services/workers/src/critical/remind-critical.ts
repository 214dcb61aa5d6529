import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { type CriticalCall, criticalCallsOf } from '@jaanch/domain/critical/calls'
import { dueReminder, remindEveryMs } from '@jaanch/domain/critical/reminders'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import type { TimerHandler } from '../engine/timers/fire-timers.ts'
import { restartTimer } from '../engine/timers/fire-timers.ts'
import type { Handler, HandlerContext } from '../engine/work/handler.ts'

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

/** The kind of the timers: one for each booking that has calls about critical values */
const criticalValue = 'critical-value'

/** @property after position of the event that the timer is set after */
type NewCriticalTimer = { streamId: string; dueAt: Date; after: number }

/**
 * Sets the timer of a booking, unless it was set after this event or a later one. One that is due earlier, for another call, stays so.
 * @returns its id; undefined if it is as it was
 */
type SetCriticalTimer = (timer: NewCriticalTimer) => Promise<string | undefined>

export function createSetCriticalTimer(pool: pg.Pool): SetCriticalTimer {
  return batchCalls(async (timers: NewCriticalTimer[]) => {
    const { rows } = await pool.query<{ id: string; streamId: string }>({
      name: 'set critical timers',
      text: `insert into timers (kind, stream_id, due_at, position)
             select distinct on (t."streamId") '${criticalValue}', t."streamId", t."dueAt", t.after
               from jsonb_to_recordset($1) as t ("streamId" text, "dueAt" timestamptz, after bigint)
              order by t."streamId", t.after desc
             on conflict (kind, stream_id) do update
               set due_at = case when timers.outcome is null then least(timers.due_at, excluded.due_at) else excluded.due_at end,
                   position = excluded.position, ${restartTimer}
             where timers.position < excluded.position
             returning id, stream_id as "streamId"`,
      values: [JSON.stringify(timers)],
    })
    const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
    return timers.map(({ streamId }) => ids.get(streamId))
  })
}

/** Sets the timer of the first reminder. The first message follows from the event itself, so nothing waits for this. */
export function followCritical(
  setTimer: SetCriticalTimer,
  announceTimer: AnnounceTimer,
): Handler<'critical'> {
  return async (event) => {
    const dueAt = new Date(event.at.getTime() + remindEveryMs)
    const timerId = await setTimer({ streamId: event.streamId, dueAt, after: event.position })
    if (timerId) announceTimer(criticalValue, timerId, dueAt)
  }
}
