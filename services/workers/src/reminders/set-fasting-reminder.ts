import { addDays, slotStart } from '@jaanch/contracts/calendar'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { fold } from '@jaanch/domain/decider'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { Handler } from '../work/handler.ts'
import { type NewTimer, setFastingTimers } from './timers.ts'

/** Fasting begins overnight: the reminder comes at eight in the evening in India, the day before the collection. */
const reminderTime = '20:00'

export type AnnounceTimer = (timerId: string, dueAt: Date) => void

/**
 * Sets the timer of a booking that requires fasting. A booking placed or confirmed after eight in the evening before gets
 * no timer: the message about that event includes the advice to fast.
 */
export function setFastingReminder(pool: pg.Pool, announceTimer: AnnounceTimer): Handler<'reminders'> {
  const setTimer = batchCalls((timers: NewTimer[]) => setFastingTimers(pool, timers))
  return async (event, _context, readHistory) => {
    // the consumer's events are events of bookings
    const booking = fold(bookingDecider, readHistory() as readonly Recorded<BookingEvent>[])
    if (booking.status === 'none' || booking.scheduledDate === null) return
    const dueAt = reminderAt(booking.scheduledDate)
    if (event.at >= dueAt) return
    const packageIds = booking.lines.map(({ packageId }) => packageId)
    const timerId = await setTimer({ streamId: event.streamId, packageIds, dueAt })
    if (timerId) announceTimer(timerId, dueAt)
  }
}

/** @param scheduledDate YYYY-MM-DD in India */
function reminderAt(scheduledDate: string): Date {
  return slotStart(addDays(scheduledDate, -1), reminderTime)
}
