import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { addDays, slotStart } from '@jaanch/domain/calendar'
import { fold } from '@jaanch/domain/decider'
import { readStreams } from '@jaanch/eventlog/read'
import type pg from 'pg'
import { batchCalls } from '../batch-calls.ts'
import type { Handler } from '../work/handler.ts'
import { setFastingTimer } from './timers.ts'

/** When people are told to fast: at eight in the evening in India, the day before the collection. */
const reminderTime = '20:00'

export type AnnounceTimer = (timerId: string, dueAt: Date) => Promise<void>

/**
 * Sets the timer of a booking that needs fasting. One that is placed or confirmed after eight in the evening before gets
 * none: the message that tells of it at that moment says to fast already.
 */
export function setFastingReminder(pool: pg.Pool, announceTimer: AnnounceTimer): Handler {
  const historyOf = batchCalls((streamIds: string[]) => readStreams(pool, streamIds))
  return async (event) => {
    const history = (await historyOf(event.streamId)) as Recorded<BookingEvent>[]
    const booking = fold(bookingDecider, history)
    if (booking.status === 'none' || booking.scheduledDate === null) return
    const dueAt = reminderAt(booking.scheduledDate)
    if (event.at >= dueAt) return
    const packageIds = booking.lines.map(({ packageId }) => packageId)
    const timerId = await setFastingTimer(pool, { streamId: event.streamId, packageIds, dueAt })
    // not waited for: without the ring, whoever looks finds the timer
    if (timerId) void announceTimer(timerId, dueAt).catch(() => {})
  }
}

/** @param scheduledDate YYYY-MM-DD in India */
export function reminderAt(scheduledDate: string): Date {
  return slotStart(addDays(scheduledDate, -1), reminderTime)
}
