import { handles } from '@jaanch/contracts/consumers'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { fold } from '@jaanch/domain/decider'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import { restartTimer } from '../engine/timers/timer-rows.ts'
import type { Handler } from '../engine/work/handler.ts'
import { reminderAt } from './reminder-time.ts'

/** The kind of the timers */
const fastingReminder = 'fasting-reminder'

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
           select distinct on (t."streamId") '${fastingReminder}', t."streamId", t."dueAt"
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

/**
 * Sets the timer of a booking that requires fasting, and sets it anew when the visit is moved. A booking placed, confirmed or moved
 * after eight in the evening before gets no timer: the message about that event includes the advice to fast. The timer of another
 * date stays then, and has no effect when it fires.
 */
export function setFastingReminder(pool: pg.Pool, announceTimer: AnnounceTimer): Handler<'reminders'> {
  const setTimer = batchCalls((timers: NewFastingTimer[]) => setFastingTimers(pool, timers))
  return async (event, _context, readHistory) => {
    // the consumer's events are events of bookings
    const history = readHistory() as readonly Recorded<BookingEvent>[]
    // a later one is handled by itself: this one may be a repeat, whose date is no longer true
    if (history.findLast(({ type }) => handles('reminders', type))?.position !== event.position) return
    const booking = fold(bookingDecider, history)
    if (booking.status === 'none' || booking.scheduledDate === null) return
    if (booking.status === 'pending_customer_confirmation') return
    const dueAt = reminderAt(booking.scheduledDate)
    if (event.at >= dueAt) return
    const packageIds = booking.lines.map(({ packageId }) => packageId)
    const isMove = event.type === 'BookingRescheduled'
    const timerId = await setTimer({ streamId: event.streamId, packageIds, dueAt, isMove })
    if (timerId) announceTimer(fastingReminder, timerId, dueAt)
  }
}
