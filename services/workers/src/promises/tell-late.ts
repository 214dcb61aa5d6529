import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { bookingDecider } from '@jaanch/domain/booking/decide'
import { accept } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { ReportForecasts } from '@jaanch/storage/report-forecasts'
import type { TimerHandler } from '../engine/timers/fire-timers.ts'
import { originOf } from '../engine/work/handler.ts'
import { expectedOf, foldUpTo } from './measure-promise.ts'

const bookings = commandHandler(bookingDecider)

/**
 * Records that a report is later than it was told, once for each booking. It fires again at the time that was told since, if the next
 * step of the booking brought a later one.
 */
export function tellLate(forecasts: ReportForecasts): TimerHandler {
  return async ({ id, streamId, after }, context, now) => {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`The report of ${streamId}, which is no booking`)
    const history = await readStreamOf(context.pool, 'booking', bookingId)
    const booking = foldUpTo(history, Number.POSITIVE_INFINITY)
    const expected = booking && expectedOf(booking, await forecasts.read(), now)
    if (!expected) return undefined
    if (!expected.isLate) return { dueAt: new Date(Date.parse(expected.latestBy) + 1_000), after }
    const cause = history.find((event: BookingEvent & { position: number }) => event.position === after)
    const origin = cause ? originOf('promises', cause) : { actor: 'system:promises' }
    const { refused } = await bookings.handle(
      context,
      { id: bookingId, known: history, ...origin, appendId: appendIdOf('timers', id) },
      (state) =>
        state.status === 'none'
          ? accept()
          : bookingDecider.decide(state, { type: 'delayReport', expectedBy: expected.latestBy }, now),
    )
    if (refused) context.log.info({ timerId: id, streamId, refused }, 'the report is not awaited any more')
    return undefined
  }
}
