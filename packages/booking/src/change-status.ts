import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { serveCall } from '@jaanch/platform/http/served'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import { bookingCalls } from './api.ts'
import type { BookingView } from './booking-view.ts'
import { type BookingLog, commandBooking, identifyBooking, viewBooking } from './command-booking.ts'
import type { BookingCommand } from './decider.ts'
import { unlessLab } from './list/bookings.ts'
import { type Choice, commandVisitAs, type LoadedVisit, type VisitRequest } from './visit/command-visit.ts'
import { visitCommands } from './visit/decide.ts'
import { isCancelled } from './visit/visit.ts'

type Services = BookingLog & { readPrepared: ReadPrepared }

export const changeStatus = serveCall(bookingCalls.changeBookingStatus, async (call, services) => {
  const { visit } = call.body
  const bookingId = call.params.id
  const command = commandForStatus(call.body, call.caller)
  const target = await identifyBooking(services, bookingCalls.changeBookingStatus, call)
  if (command.type === 'advance') {
    if (!visit) return commandBooking(services, target, command)
    const of = { bookingId, with: 'same-status' } as const
    return commandMembers(
      services,
      target,
      (found) => ({ command: visitCommands.each({ of, command }, found) }),
      true,
    )
  }
  // the visit may need no place any more
  const of = visit ? 'open' : { bookingId }
  return commandMembers(
    services,
    target,
    (found) => ({ command: visitCommands.each({ of, command }, found) }),
    visit,
  )
})

export const declineOrder = serveCall(bookingCalls.declineOrder, async (call, services) => {
  const target = await identifyBooking(services, bookingCalls.declineOrder, call)
  const of = { bookingId: call.params.id }
  return commandMembers(services, target, (found) => ({
    command: visitCommands.each({ of, command: { type: 'declineOrder' } }, found),
  }))
})

/**
 * Gives a command to a booking, or to several of its visit.
 * @returns the booking after it; with those of its visit that the caller may see, if it was for the visit
 * @throws AppError the refusal
 */
export async function commandMembers(
  services: Services,
  target: VisitRequest,
  choose: (visit: LoadedVisit) => Choice,
  isOfVisit = false,
): Promise<BookingView & { bookings?: BookingView[] }> {
  const { caller } = target
  const { booking, bookings, refused } = await commandVisitAs(services, target, choose)
  if (refused) throw new AppError(refused)
  if (!isOfVisit) return unlessLab(caller, await viewBooking(services, booking))
  const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
  const views = await Promise.all(
    bookings.map(async (each) => unlessLab(caller, await viewBooking(services, each, visitSize))),
  )
  const named = views.find(({ id }) => id === booking.bookingId) as BookingView
  return { ...named, bookings: views }
}

/**
 * The command for a requested status: a customer may only cancel, a lab only advance, an admin both.
 * @throws AppError forbidden
 */
function commandForStatus(
  { status, reason }: BodyOf<typeof bookingCalls.changeBookingStatus>,
  { role }: Caller,
): Extract<BookingCommand, { type: 'advance' | 'cancel' }> {
  if (status !== 'cancelled') {
    if (role === 'customer') throw new AppError('forbidden')
    return { type: 'advance', to: status, ...(role === 'admin' && { by: role }) }
  }
  if (role === 'lab-partner') throw new AppError('forbidden')
  const defaultReason = role === 'customer' ? 'customer-request' : 'other'
  return { type: 'cancel', by: role, reason: reason ?? defaultReason }
}
