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

export const changeStatus = serveCall(
  bookingCalls.changeBookingStatus,
  async (call, { appender, logDb, readPrepared, now }) => {
    const services = { appender, logDb, readPrepared, now }
    const { visit: isOfVisit } = call.body
    const bookingId = call.params.id
    const command = commandForStatus(call.body, call.caller)
    const target = await identifyBooking({ logDb }, bookingCalls.changeBookingStatus, call)
    // the place of its visit stays as it is, which a cancelled booking may need no more
    if (command.type === 'advance' && !isOfVisit) return commandBooking(services, target, command)
    const ofVisit = command.type === 'advance' ? ({ bookingId, with: 'same-status' } as const) : 'open'
    const of = isOfVisit ? ofVisit : { bookingId }
    return commandMembers(
      services,
      target,
      (found) => ({ command: visitCommands.each({ of, command }, found) }),
      isOfVisit,
    )
  },
)

export const declineOrder = serveCall(
  bookingCalls.declineOrder,
  async (call, { appender, logDb, readPrepared, now }) => {
    const target = await identifyBooking({ logDb }, bookingCalls.declineOrder, call)
    const of = { bookingId: call.params.id }
    return commandMembers({ appender, logDb, readPrepared, now }, target, (found) => ({
      command: visitCommands.each({ of, command: { type: 'declineOrder' } }, found),
    }))
  },
)

/**
 * Gives a command to a booking, or to several of its visit.
 * @returns the booking after it; with those of its visit that the caller may see, if it was for the visit
 * @throws AppError the refusal
 */
export async function commandMembers(
  { readPrepared, ...log }: BookingLog & { readPrepared: ReadPrepared },
  target: VisitRequest,
  choose: (visit: LoadedVisit) => Choice,
  isOfVisit = false,
): Promise<BookingView & { bookings?: BookingView[] }> {
  const { caller } = target
  const { booking, bookings, refused } = await commandVisitAs(log, target, choose)
  if (refused) throw new AppError(refused)
  if (!isOfVisit) return unlessLab(caller, await viewBooking({ readPrepared }, booking))
  const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
  const views = await Promise.all(
    bookings.map(async (each) => unlessLab(caller, await viewBooking({ readPrepared }, each, visitSize))),
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
