import { handles } from '@jaanch/contracts/consumers'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import type { Handler } from '../engine/work/handler.ts'
import { fastingReminder, type NewFastingTimer, setFastingTimers } from './fasting-timers.ts'
import { reminderAt } from './reminder-time.ts'

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
