import type { BookingSummary } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { accept, refuse } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { actorOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { type BookingRequest, bookings, findBooking, viewBooking } from './command-booking.ts'
import { releasePlace } from './release-place.ts'
import { visitMembers } from './visit-members.ts'

type CancelRequest = Pick<BookingRequest, 'bookingId' | 'appendId' | 'caller' | 'requestId'> & {
  beforeAppend: () => Promise<void>
}

/**
 * Cancels all open bookings of the visit of a booking: all or none. Completed and cancelled ones stay as they are.
 * @returns the booking. @throws AppError: the first refusal; wrong-status if none is open; not-found
 */
export async function cancelVisit(
  context: Context,
  { bookingId, appendId, beforeAppend, caller, requestId }: CancelRequest,
  command: Extract<BookingCommand, { type: 'cancel' }>,
): Promise<BookingView> {
  const { visitId } = await findBooking(context, bookingId, caller)
  const members = await visitMembers(context, { bookingId, visitId })
  // a person who was moved alone is no longer of the visit
  const isOpen = (member: BookingSummary | undefined): member is BookingSummary =>
    member !== undefined &&
    member.visitId === visitId &&
    member.status !== 'cancelled' &&
    member.status !== 'completed'

  let open = 0
  const { refused, states } = await bookings.handleTogether(
    { appender: context.appender, pool: context.logDb },
    members.map((id) => ({
      id,
      appendId: id === bookingId ? appendId : appendIdOf(appendId, id),
      actor: actorOf(caller),
      correlationId: requestId,
      rowOf: releasePlace,
    })),
    (member, index) => {
      open = (index === 0 ? 0 : open) + (isOpen(member) ? 1 : 0)
      if (isOpen(member)) return bookingDecider.decide(member, command, context.now())
      return open === 0 && index === members.length - 1 ? refuse('wrong-status') : accept()
    },
    beforeAppend,
  )
  if (refused) throw new AppError(refused)
  return viewBooking(context, states[members.indexOf(bookingId)] as BookingSummary)
}
