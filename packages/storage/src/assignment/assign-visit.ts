import type { Assignment, Booking, Place } from '@jaanch/contracts/booking'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import type { BookingState } from '@jaanch/domain/booking/state'
import type { Append } from '@jaanch/eventlog/append'
import { commandHandler, type LogAccess } from '@jaanch/eventlog/command-handler'
import { keptFor, type PlaceChange } from '../place-changes.ts'
import type { LoadedVisit } from './load-visit.ts'

const bookings = commandHandler(bookingDecider)

/** The visit was moved, or changed in another way, since it was read: the choice was made for another one. */
export class VisitChangedError extends Error {
  override name = 'VisitChangedError'
}

export type Choice = {
  labPartnerId: string
  /** That the visit takes from now on; null: none */
  place: Place | null
  /** Also if the lab has no free place: an admin's own choice */
  isForced: boolean
  assignment?: Assignment
  /** Who assigns, for each booking */
  originOf: (
    booking: Booking,
  ) => Pick<Append, 'actor' | 'correlationId' | 'causationId'> & { appendId: string }
}

/**
 * Assigns a lab to all open bookings of a visit, in one transaction with the place that the visit takes. Once the collection of one
 * person has begun, the visit and its place stay with that lab.
 * @returns why it was refused; undefined if it was not
 * @throws VisitChangedError; what `isPlaceLost` recognises if the lab has no free place, and `isLabSuspended`; as the appender
 */
export async function assignVisit(
  log: LogAccess,
  { members, visit, begunWith }: LoadedVisit,
  choice: Choice,
): Promise<ErrorCode | undefined> {
  const { labPartnerId, place, isForced, assignment, originOf } = choice
  if (begunWith !== null && begunWith !== labPartnerId) return 'collection-begun'
  const takesPlace = place !== null || members.some(({ booking }) => booking.place !== null)
  const [slot] = visit.slots
  const change: PlaceChange = {
    do: 'assign',
    visit: visit.id,
    bookings: members.length,
    lab: labPartnerId,
    place,
    isForced,
    ...(slot && { at: { labPartnerId, ...slot } }),
    ...keptFor(members[0].booking, new Date()),
  }
  // a booking that has this lab already appends nothing, so it cannot carry the change
  const carrier = members.find(({ booking }) => booking.labPartnerId !== labPartnerId)
  const command = {
    type: 'assignLab' as const,
    labPartnerId,
    ...(takesPlace && { place }),
    ...(assignment && { assignment }),
  }
  const { refused } = await bookings.handleTogether(
    log,
    members.map((member) => ({
      id: member.booking.bookingId,
      ...originOf(member.booking),
      ...(member === carrier && { row: { place: change } }),
    })),
    (state, index) => {
      assertSame(members[index]?.booking, state)
      return bookingDecider.decide(state, command, new Date())
    },
  )
  return refused
}

/** @throws VisitChangedError */
function assertSame(before: Booking | undefined, now: BookingState): void {
  if (
    !before ||
    now.status === 'none' ||
    now.scheduledDate !== before.scheduledDate ||
    now.scheduledTime !== before.scheduledTime ||
    now.visitId !== before.visitId ||
    now.labPartnerId !== before.labPartnerId ||
    now.status !== before.status
  ) {
    throw new VisitChangedError('The visit was changed meanwhile')
  }
}
