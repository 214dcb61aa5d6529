import type { BookingSummary } from '@jaanch/contracts/booking'
import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { summarise } from '@jaanch/domain/booking/summary'
import { fold } from '@jaanch/domain/decider'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import { readStream } from '@jaanch/eventlog/read'
import type { QuerySqlToken } from 'slonik'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { alongWith } from '../../http/append-within.ts'
import { presentBooking, selectJoined } from '../../read-models/bookings/bookings.ts'
import { maySee } from './visibility.ts'

export type CommandRequest = {
  bookingId: string
  appendId: string
  command: BookingCommand
  caller: Caller
  requestId: string
  /** A change of ordinary rows that is made with the events or not at all */
  also?: QuerySqlToken
  /** Refusals that mean: this very request was carried out before */
  alreadyDone?: (code: ErrorCode) => boolean
}

/**
 * Decides on a booking and answers it as it is then, folded from its own stream: true at once, whatever the projector does.
 * @throws AppError: the domain's refusal, or not-found for a booking that the caller may not see
 */
export async function commandBooking(context: Context, request: CommandRequest): Promise<BookingView> {
  const { bookingId, command, caller, also, alreadyDone } = request
  await decideAndAppend({
    appender: also ? alongWith(context, also) : context.appender,
    db: context.logDb,
    id: request.appendId,
    streamId: streamId('booking', bookingId),
    actor: actorOf(caller),
    correlationId: request.requestId,
    decide(history) {
      const booking = fold(bookingDecider, history as Recorded<BookingEvent>[])
      if (booking.status !== 'none' && !maySee(caller, booking)) throw new AppError('not-found')
      const decision = bookingDecider.decide(booking, command, context.now())
      if (!('refused' in decision)) return decision.events
      if (alreadyDone?.(decision.refused)) return []
      throw new AppError(decision.refused)
    },
  })
  const answer = await answerBooking(context, bookingId)
  if (!answer) throw new AppError('not-found')
  return answer
}

/** @returns the booking as its stream says it is now; undefined when there is none */
export async function answerBooking(context: Context, bookingId: string): Promise<BookingView | undefined> {
  const events = (await readStream(context.logDb, streamId('booking', bookingId))) as Recorded<BookingEvent>[]
  const booking = events.reduce<BookingSummary | undefined>(summarise, undefined)
  if (!booking) return undefined
  return presentBooking(booking, await context.db.one(selectJoined(booking)))
}
