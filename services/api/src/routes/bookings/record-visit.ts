import type { BookingSummary } from '@jaanch/contracts/booking'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { BookingCommand, PlaceDetails } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { noBooking } from '@jaanch/domain/booking/state'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import type { BookedPlace } from './book-place.ts'
import type { BookingDetails, BookingRow } from './booking-details.ts'
import { bookings, decideBooking } from './command-booking.ts'

export type NewBooking = { placed: PlaceDetails; details: BookingDetails }

export type RecordedVisit = {
  refused: ErrorCode | undefined
  bookings: BookingSummary[]
  /** false if it was refused, or an earlier request recorded it */
  isNew: boolean
}

/**
 * Records the bookings of a visit with their details and its place: all or none. One booking shares its statement with the requests of
 * the moment.
 */
export async function recordVisit(
  context: Context,
  visit: readonly NewBooking[],
  { place, change }: BookedPlace,
  { caller, requestId, requestHash }: { caller: Caller; requestId: string; requestHash: string },
): Promise<RecordedVisit> {
  const targets = visit.map(({ placed, details }, index) => ({
    id: details.bookingId,
    appendId: appendIdOf(details.bookingId, requestHash),
    // one place for all of them
    row: { details, ...(index === 0 && change && { place: change }) } satisfies BookingRow,
    command: { type: 'place', details: { ...placed, place } } satisfies BookingCommand,
  }))
  const [only] = targets
  if (only && targets.length === 1) {
    const { id: bookingId, command, ...target } = only
    const request = { ...target, bookingId, known: [], caller, requestId }
    const { booking, refused, appended } = await decideBooking(context, request, () => command)
    return { refused, bookings: booking ? [booking] : [], isNew: !refused && appended?.duplicate === false }
  }

  const { refused, states, isNew } = await bookings.handleTogether(
    { appender: context.appender, pool: context.logDb },
    targets.map(({ command: _, ...target }) => ({
      ...target,
      actor: actorOf(caller),
      correlationId: requestId,
    })),
    (booking, index) =>
      bookingDecider.decide(booking ?? noBooking, targets[index]?.command as BookingCommand, context.now()),
  )
  return {
    refused,
    bookings: states.filter((booking) => booking !== undefined),
    isNew,
  }
}
