import { AppError } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { FastifyInstance } from 'fastify'
import { type BookingLog, identifyBooking } from './command-booking.ts'
import { commandVisitAs } from './command-visit.ts'

/** A lab gives back a visit that it was assigned, with its place: its bookings have no lab again. */
export function registerDeclineAssignment(app: FastifyInstance, parts: BookingLog): void {
  const { declineAssignment } = bookingRoutes

  app.serve(declineAssignment, async (call) => {
    const { labPartnerId } = call.caller
    if (labPartnerId === null) throw new AppError('not-found')
    const target = await identifyBooking(parts, declineAssignment, call)
    const { bookingId } = target
    const { reason } = call.body
    const { bookings, refused } = await commandVisitAs(
      parts,
      { ...target, isGivenUp: true },
      { type: 'decline', bookingId, labPartnerId, reason },
    )
    if (refused) throw new AppError(refused)
    const declined = bookings.filter(({ declines }) =>
      declines.some((decline) => decline.labPartnerId === labPartnerId),
    )
    return { bookings: declined.map(({ bookingId: id, position }) => ({ id, position })) }
  })
}
