import type { BookingSummary } from '@jaanch/contracts/booking'
import type { ErrorCode } from '@jaanch/contracts/errors'
import type { BookingCommand, PlaceDetails } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { noBooking } from '@jaanch/domain/booking/state'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { UnprovenVisit } from '@jaanch/storage/unproven-visits'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { BookedPlace } from './book-place.ts'
import type { BookingDetails, BookingRow } from './booking-details.ts'
import { bookings, decideBooking } from './command-booking.ts'
import { withinUnprovenVisits } from './unproven-visits.ts'

export type NewBooking = { placed: PlaceDetails; details: BookingDetails }

export type RecordedVisit = {
  refused: ErrorCode | undefined
  bookings: BookingSummary[]
  /** false if it was refused, or an earlier request recorded it */
  isNew: boolean
}

type VisitRequest = {
  caller: Caller
  requestId: string
  requestHash: string
  /** Neither e-mail address nor phone of the customer is proven: the visit is counted */
  isUnproven: boolean
}

/**
 * Records the bookings of a visit with their details and its place: all or none. One booking shares its statement with the requests of
 * the moment.
 * @throws TooManyError if requests at the same time booked as many visits as an unproven account may have
 */
export function recordVisit(
  context: Context,
  visit: readonly NewBooking[],
  booked: BookedPlace,
  request: VisitRequest,
): Promise<RecordedVisit> {
  return withinUnprovenVisits(context, () => record(context, visit, booked, request))
}

async function record(
  context: Context,
  visit: readonly NewBooking[],
  { place, change }: BookedPlace,
  { caller, requestId, requestHash, isUnproven }: VisitRequest,
): Promise<RecordedVisit> {
  const unproven = isUnproven ? countedVisit(visit, context.limits.unprovenVisits.max) : undefined
  const targets = visit.map(({ placed, details }, index) => ({
    id: details.bookingId,
    appendId: appendIdOf(details.bookingId, requestHash),
    // one place for all of them, and one visit
    row: {
      details,
      ...(index === 0 && { ...(change && { place: change }), ...(unproven && { unproven }) }),
    } satisfies BookingRow,
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

function countedVisit(visit: readonly NewBooking[], most: number): UnprovenVisit | undefined {
  const [first] = visit
  if (!first) return undefined
  const { customerId: customer, visitId, bookingId } = first.details
  return {
    customer,
    visit: visitId ?? bookingId,
    bookings: visit.map(({ details }) => details.bookingId),
    most,
  }
}
