import { addDays, slotStart } from '@jaanch/contracts/calendar'
import { accept, fold } from '@jaanch/contracts/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { parseStreamId, type Recorded } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { readStreamOf } from '@jaanch/eventlog/read'
import { handles } from '@jaanch/eventlog/work/consumers'
import { type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import { onTimer, restartTimer, type TimerServices } from '@jaanch/eventlog/work/timers'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { fastingTimer, remindersConsumer } from '../consumers.ts'
import type { BookingState } from '../decider.ts'
import { bookingDecider } from '../decider.ts'
import type { BookingEvent } from '../events.ts'

/** Fasting begins overnight: the reminder comes at eight in the evening in India, the day before the collection. */
const reminderTime = '20:00'

/** @param scheduledDate YYYY-MM-DD in India */
function reminderAt(scheduledDate: string): Date {
  return slotStart(addDays(scheduledDate, -1), reminderTime)
}

type NewFastingTimer = {
  streamId: string
  packageIds: readonly string[]
  dueAt: Date
  /** The visit was moved: a timer that exists gets the new time, also if it has fired for the old one */
  isMove: boolean
}

const given = `jsonb_to_recordset($1) as t ("streamId" text, "packageIds" jsonb, "dueAt" timestamptz, "isMove" boolean)`

/**
 * Sets the fasting reminders of bookings, once each and again for each move, if one of the packages requires fasting.
 * @returns the timers' ids; undefined when no package requires fasting, or the timer exists with this time
 */
async function setFastingTimers(
  pool: pg.Pool,
  timers: readonly NewFastingTimer[],
): Promise<(string | undefined)[]> {
  const { rows } = await pool.query<{ id: string; streamId: string }>({
    name: 'set timers',
    text: `insert into timers (kind, stream_id, due_at)
           select distinct on (t."streamId") '${fastingTimer.kind}', t."streamId", t."dueAt"
             from ${given}
            where exists (select from packages p join jsonb_array_elements_text(t."packageIds") as ids (id) on p.id = ids.id::uuid
                           where p.fasting_required)
            order by t."streamId", t."isMove" desc
           on conflict (kind, stream_id) do update set due_at = excluded.due_at, ${restartTimer}
           where timers.due_at <> excluded.due_at
             and timers.stream_id in (select t."streamId" from ${given} where t."isMove")
           returning id, stream_id as "streamId"`,
    values: [JSON.stringify(timers)],
  })
  const ids = new Map(rows.map(({ id, streamId }) => [streamId, id]))
  return timers.map(({ streamId }) => {
    const id = ids.get(streamId)
    ids.delete(streamId)
    return id
  })
}

const setTimer = batchCallsOf(setFastingTimers)

/**
 * Sets the timer of a booking that requires fasting, and sets it anew when the visit is moved. A booking placed, confirmed or moved
 * after eight in the evening before gets no timer: the message about that event includes the advice to fast. The timer of another
 * date stays then, and has no effect when it fires.
 */
export const setFastingReminder = react(
  remindersConsumer,
  async (event, { leasePool, announceTimer }: TimerServices, readHistory) => {
    // the consumer's events are events of bookings
    const history = readHistory() as readonly Recorded<BookingEvent>[]
    // a later one is handled by itself: this one may be a repeat, whose date is no longer true
    if (history.findLast(({ type }) => handles(remindersConsumer, type))?.position !== event.position) return
    const booking = fold(bookingDecider, history)
    if (booking.status === 'none' || booking.scheduledDate === null) return
    if (booking.status === 'pending_customer_confirmation') return
    const dueAt = reminderAt(booking.scheduledDate)
    if (event.at >= dueAt) return
    const packageIds = booking.lines.map(({ packageId }) => packageId)
    const isMove = event.type === 'BookingRescheduled'
    const timerId = await setTimer(leasePool, { streamId: event.streamId, packageIds, dueAt, isMove })
    if (timerId) announceTimer(fastingTimer.kind, timerId, dueAt)
  },
)

const bookings = commandHandler(bookingDecider)

/**
 * Records that the reminder is due, decided on the booking as it is by then. It fires again if the visit was moved to a later
 * day, which the timer did not know.
 */
export const remindOfFasting = onTimer(
  fastingTimer,
  async ({ id, streamId }, context: HandlerContext, now) => {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`A reminder to ${streamId}, which is no booking`)
    const known = await readStreamOf(context.pool, 'booking', bookingId)
    let dueAt: Date | undefined
    const { refused } = await bookings.handle(
      context,
      { id: bookingId, known, ...originOfTimer(known), appendId: appendIdOfTimer(id, known) },
      (booking) => {
        dueAt = dueDateOf(booking)
        if (dueAt && dueAt > now) return accept()
        return bookingDecider.decide(booking, { type: 'remindOfFasting' }, now)
      },
    )
    if (dueAt && dueAt > now) return { dueAt, after: null }
    if (refused) context.log.info({ timerId: id, streamId, refused }, 'the reminder is not needed any more')
    return undefined
  },
)

/** @returns undefined for a booking without a date, or one that is not open any more: there is nothing to wait for */
function dueDateOf(booking: BookingState): Date | undefined {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return undefined
  return booking.scheduledDate === null ? undefined : reminderAt(booking.scheduledDate)
}

/** One reminder for each date of a visit */
export function appendIdOfTimer(id: string, history: readonly Recorded<BookingEvent>[]): string {
  const booking = fold(bookingDecider, history)
  return appendIdOf('timers', id, (booking.status !== 'none' && booking.scheduledDate) || '')
}

/** The last event that could have set the timer of a booking. */
function originOfTimer(history: readonly Recorded[]) {
  const cause = history.findLast(({ type }) => handles(remindersConsumer, type))
  return cause ? originOf(remindersConsumer, cause) : { actor: 'system:reminders' }
}
