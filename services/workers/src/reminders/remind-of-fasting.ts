import { handles } from '@jaanch/contracts/consumers'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import type { BookingState } from '@jaanch/domain/booking/evolve'
import { accept, fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { TimerHandler } from '../engine/timers/fire-timers.ts'
import { originOf } from '../engine/work/handler.ts'
import { reminderAt } from './reminder-time.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Records that the reminder is due, decided on the booking as it is by then. It fires again if the visit was moved to a later
 * day, which the timer did not know.
 */
export const remindOfFasting: TimerHandler = async ({ id, streamId }, context, now) => {
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
}

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
  const cause = history.findLast(({ type }) => handles('reminders', type))
  return cause ? originOf('reminders', cause) : { actor: 'system:reminders' }
}
